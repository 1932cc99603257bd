import Foundation
import HybridInference

@testable import CloudBackend

/// Plays one answer, cut where a test says, without a socket.
struct PlayedTransport: HTTPTransport {
  var status = 200
  var mediaType = "text/event-stream"
  var pieces: [Data]
  /// How it ends: `nil` is a clean end.
  var end: GenerationError?

  func send(_ request: HTTPRequest) -> AsyncThrowingStream<HTTPEvent, any Error> {
    AsyncThrowingStream { continuation in
      continuation.yield(.head(HTTPHead(status: status, headers: ["content-type": mediaType])))
      for piece in pieces { continuation.yield(.body(piece)) }
      continuation.finish(throwing: end)
    }
  }

  /// A model that gets this answer to every request.
  func model(
    _ name: String = "gemini-2.5-flash",
    key: String = "a-key",
    headers: [String: String] = [:]
  ) -> GeminiModel {
    GeminiModel(
      name: name,
      api: GeminiAPI(
        service: .developer,
        version: "v1beta",
        baseURL: nil,
        headers: Hidden(headers),
        credential: .apiKey(Hidden(key)),
        transport: self
      ),
      requestOptions: .init(retry: .none)
    )
  }

  /// An event stream of these messages.
  static func stream(_ messages: String..., end: GenerationError? = nil) -> PlayedTransport {
    let text = messages.map { "data: \($0)\r\n\r\n" }.joined()
    return PlayedTransport(pieces: [Data(text.utf8)], end: end)
  }

  /// An answer in one piece.
  static func whole(_ json: String, status: Int = 200) -> PlayedTransport {
    PlayedTransport(status: status, mediaType: "application/json", pieces: [Data(json.utf8)])
  }
}
