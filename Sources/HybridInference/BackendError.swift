public import Foundation

/// An error that a server answered with.
public struct BackendError: Error, Sendable {
  /// The HTTP status code, for example 404.
  ///
  /// For an error inside a stream: the code that it names.
  public var code: Int
  /// The RPC status, for example `NOT_FOUND`; `nil` when the answer named none.
  public var status: String?
  /// What the server says, in words, as it came: it may hold control characters.
  ///
  /// Of a page that is no API answer: the start of its text.
  public var message: String
  /// The details that came with the error, as the server sent them.
  ///
  /// ``typedDetails`` are the same, read.
  public var details: [GeneratedContent]
  /// The details that came with the error, by what they tell.
  public var typedDetails: [ErrorDetail] { details.map(ErrorDetail.init) }
  /// What had come of the answer before the error; `nil` when nothing had.
  public var partialResponse: GenerateContentResponse?

  /// Creates an error.
  public init(
    code: Int,
    status: String? = nil,
    message: String = "",
    details: [GeneratedContent] = [],
    partialResponse: GenerateContentResponse? = nil
  ) {
    self.code = code
    self.status = status
    self.message = message
    self.details = details
    self.partialResponse = partialResponse
  }
}

extension BackendError: LocalizedError, CustomStringConvertible {
  /// What happened, in a sentence: one line without control characters.
  public var errorDescription: String? { sentence.onOneLine }

  /// What happened, in a sentence.
  public var description: String { sentence.onOneLine }

  /// The same with what the server says as it came.
  var sentence: String {
    "The server answered with error \(code)" + (status.map { " \($0)" } ?? "")
      + (message.isEmpty ? "" : ": \(message)")
  }
}
