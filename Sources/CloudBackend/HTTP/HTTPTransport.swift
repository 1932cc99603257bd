import Foundation

/// Sends requests.
///
/// The one seam between this module and the network.
protocol HTTPTransport: Sendable {
  /// Sends a request and gives what comes back: one head, and then the body in pieces.
  ///
  /// It returns at once. The stream throws `GenerationError`: `offline`, `timedOut` or
  /// `connectionLost`. Dropping it, or cancelling its reader, closes the connection.
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
  /// How long the server may keep silent.
  var idleTimeout: Duration
  /// How long all of it may take; `nil`: no limit.
  var totalTimeout: Duration?
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
