import Foundation

/// Sends requests.
///
/// The one seam between this module and the network.
protocol HTTPTransport: Sendable {
  /// Sends a request and gives what comes back: one head, and then the body in pieces.
  ///
  /// It returns at once. The stream throws `GenerationError`: `offline`, `timedOut`,
  /// `connectionLost`, or `decodingFailure` for what is too large or no HTTP. Dropping it, or
  /// cancelling its reader, closes the connection.
  func send(_ request: HTTPRequest) -> AsyncThrowingStream<HTTPEvent, any Error>
}

/// A request and its time limits.
struct HTTPRequest: Sendable {
  var url: URL
  var method = "POST"
  var headers: [String: String] = [:]
  var body: Data?
  /// How long making a connection may take.
  var connectTimeout: Duration
  /// How long the first message of the answer may take.
  ///
  /// The reader renews ``patience`` for others.
  var idleTimeout: Duration
  /// How long all of it may take; `nil`: no limit.
  var totalTimeout: Duration?
  /// The most bytes that the body of the answer may have.
  var maximumSize = Int.max
  /// How long the reader still waits.
  let patience = Patience()
  /// The bytes of the body that the reader has not taken yet; it tells when it has.
  var unread = Backlog(limit: 1 << 20)
}

/// What comes back from a server.
enum HTTPEvent: Sendable {
  /// The head of the response.
  case head(HTTPHead)
  /// More of the body.
  case body(Data)
}

/// The head of a response.
struct HTTPHead: Sendable {
  /// The status code.
  var status: Int
  /// The header fields, by their names in lower case.
  var headers: [String: String] = [:]

  /// The media type without its parameters, in lower case.
  var mediaType: String? {
    headers["content-type"]?.split(separator: ";").first?
      .trimmingCharacters(in: .whitespaces).lowercased()
  }
}
