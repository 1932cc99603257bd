import HybridInference

/// Takes secrets and texts of the prompt out of what a server says.
///
/// It works on whole texts: what is shown is cut afterwards, never before, since half a secret is not
/// recognised as one. Nothing is computed before there is something to take them out of.
struct Redactor: Sendable {
  private let secrets: [String]
  private let texts: [String]

  /// Takes nothing out.
  static let none = Redactor(secrets: [], texts: [])

  /// Creates a redactor.
  ///
  /// - Parameters:
  ///   - secrets: The key or token, and the values of the app's own header fields.
  ///   - texts: The texts that are sent.
  init(secrets: [String], texts: [String]) {
    self.secrets = secrets
    self.texts = texts
  }

  /// The error without any of them.
  func redact(_ error: GenerationError) -> GenerationError {
    switch error {
    case .backend(let error): .backend(redact(error))
    case .decodingFailure(let reason, let partial):
      .decodingFailure(reason: redact(reason), partialResponse: partial)
    default: error
    }
  }

  /// The server's error without any of them.
  func redact(_ error: BackendError) -> BackendError {
    let hidden = HiddenTexts(secrets: secrets, texts: texts)
    var error = error
    error.message = hidden.removed(from: error.message)
    error.status = error.status.map(hidden.removed)
    error.details = error.details.map(hidden.removed)
    return error
  }

  /// The text without any of them, nor longer parts of them.
  func redact(_ text: String) -> String {
    HiddenTexts(secrets: secrets, texts: texts).removed(from: text)
  }
}
