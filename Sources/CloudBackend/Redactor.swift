import HybridInference

/// Takes secrets and texts of the prompt out of what a server says.
struct Redactor {
  /// Shorter texts of a prompt are too likely to be words of the server's own.
  private static let minimumLength = 8
  private static let replacement = "[redacted]"

  private let secrets: [String]

  /// Creates a redactor of a secret and of the texts that are sent.
  init(secret: String, texts: [String]) {
    let texts = texts.filter { $0.count >= Self.minimumLength }
    // Longest first: a text may hold another one.
    secrets = ([secret] + texts).filter { !$0.isEmpty }.sorted { $0.utf8.count > $1.utf8.count }
  }

  /// The error without any of them.
  func redact(_ error: GenerationError) -> GenerationError {
    switch error {
    case .backend(var error):
      error.message = redact(error.message)
      error.status = error.status.map(redact)
      error.details = error.details.map(redact)
      return .backend(error)
    case .decodingFailure(let reason):
      return .decodingFailure(reason: redact(reason))
    default:
      return error
    }
  }

  /// The text without any of them.
  func redact(_ text: String) -> String {
    secrets.reduce(text) { $0.replacing($1, with: Self.replacement) }
  }

  private func redact(_ value: GeneratedContent) -> GeneratedContent {
    var value = value
    switch value.kind {
    case .string(let text):
      value.kind = .string(redact(text))
    case .array(let elements):
      value.kind = .array(elements.map(redact))
    case .structure(let properties, let keys):
      value.kind = .structure(properties: properties.mapValues(redact), orderedKeys: keys)
    case .null, .bool, .integer, .number:
      break
    }
    return value
  }
}
