import Foundation
import HybridInference

/// Reads what a server sends back: the messages of an answer, or the error that it amounts to.
///
/// Pure: it takes events and gives messages.
struct ResponseReader {
  private enum Mode {
    /// The head has not come.
    case start
    /// An answer in one piece, or an error.
    case whole(limit: Int)
    /// An event stream.
    case events(ServerSentEventParser)
  }

  /// The most bytes that are read of an error.
  private static let maximumErrorSize = 1 << 20

  private let isStream: Bool
  private let options: RequestOptions
  private var mode = Mode.start
  private var head = HTTPHead(status: 0)
  private var body = Data()

  /// Creates a reader of an answer: a stream, or one piece.
  init(isStream: Bool, options: RequestOptions) {
    self.isStream = isStream
    self.options = options
  }

  /// Takes an event.
  ///
  /// - Parameter event: The head, or more of the body.
  /// - Returns: The JSON messages that it completes, each as its bytes.
  /// - Throws: `AttemptFailure`.
  mutating func receive(_ event: HTTPEvent) throws(AttemptFailure) -> [Data] {
    switch event {
    case .head(let head):
      self.head = head
      start()
      return []
    case .body(let bytes):
      return try receive(bytes)
    }
  }

  /// The body has ended.
  ///
  /// - Returns: The messages that had not been complete before.
  /// - Throws: `AttemptFailure`, also the error that the answer amounts to.
  mutating func end() throws(AttemptFailure) -> [Data] {
    switch mode {
    case .start:
      throw AttemptFailure(.connectionLost, .backOff)
    case .events(let parser):
      // Many a server leaves the last empty line out. JSON says itself whether it is whole.
      guard let data = parser.unfinishedData, data.isJSON else { return [] }
      return [data]
    case .whole:
      guard (200..<300).contains(head.status) else {
        throw ServerFailure(head: head, body: body).attemptFailure
      }
      guard isStream else { return [body] }
      return try messagesOfWholeStream()
    }
  }

  private mutating func start() {
    if !(200..<300).contains(head.status) {
      mode = .whole(limit: Self.maximumErrorSize)
    } else if isStream, head.mediaType == nil || head.mediaType == "text/event-stream" {
      mode = .events(ServerSentEventParser(maximumEventSize: options.maximumEventSize))
    } else {
      mode = .whole(limit: options.maximumResponseSize)
    }
  }

  private mutating func receive(_ bytes: Data) throws(AttemptFailure) -> [Data] {
    switch mode {
    case .start:
      return []
    case .events(var parser):
      // Emptied first, so that the parser's buffers are not copied.
      mode = .start
      defer { mode = .events(parser) }
      do throws(GenerationError) {
        return try parser.parse(bytes).map(\.data)
      } catch {
        throw AttemptFailure(error)
      }
    case .whole(let limit):
      if body.count + bytes.count <= limit {
        body.append(bytes)
      } else if (200..<300).contains(head.status) {
        throw AttemptFailure(.decodingFailure(reason: "it is larger than \(limit) bytes"))
      }
      return []
    }
  }

  /// The messages of a stream that came as something else than events: a JSON array, or one object.
  private func messagesOfWholeStream() throws(AttemptFailure) -> [Data] {
    if let messages = try? JSONDecoder().decode([GeneratedContent].self, from: body) {
      return messages.map { Data($0.jsonString.utf8) }
    }
    guard body.isJSON else {
      let excerpt = Excerpt.of(body)
      throw AttemptFailure(
        .decodingFailure(reason: "it is no event stream" + (excerpt.isEmpty ? "" : ": \(excerpt)"))
      )
    }
    return [body]
  }
}

extension Data {
  /// Whether the bytes are one whole JSON value.
  fileprivate var isJSON: Bool {
    (try? JSONSerialization.jsonObject(with: self, options: .fragmentsAllowed)) != nil
  }
}
