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
    /// A stream as one array of messages.
    case array(JSONArraySplitter)
  }

  /// The most bytes that are read of an error.
  private static let maximumErrorSize = 1 << 20
  /// The most bytes that are kept of an event stream in which there is no event.
  private static let maximumStartSize = 1 << 16

  private let isStream: Bool
  private let options: RequestOptions
  private let redactor: Redactor
  private var mode = Mode.start
  private var head = HTTPHead(status: 0)
  /// A body in one piece; or the start of an event stream, until there is an event.
  private var body = Data()
  private var mark = ByteOrderMark()
  private var hasEvents = false

  /// Whether the answer is an error, by its head.
  var isError: Bool { head.status != 0 && !(200..<300).contains(head.status) }
  /// Whether the answer is an error of which no more is read.
  private(set) var isFull = false

  /// Creates a reader of an answer: a stream, or one piece.
  init(isStream: Bool, options: RequestOptions, redactor: Redactor = .none) {
    self.isStream = isStream
    self.options = options
    self.redactor = redactor
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
      // An event stream has its own mark.
      if case .events = mode { return try receive(bytes) }
      return try receive(mark.removed(from: bytes))
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
      if let data = parser.unfinishedData { return data.isJSON ? [data] : [] }
      // An error that is sent as what it is, under the name of an event stream.
      return !hasEvents && body.isJSON ? [body] : []
    case .array:
      // An element that is not whole is lost with the rest of the answer.
      return []
    case .whole:
      guard isSuccess else {
        throw ServerFailure(head: head, body: body, redactor: redactor).attemptFailure
      }
      guard body.isObject else { throw noAnswer }
      return [body]
    }
  }

  private var isSuccess: Bool { (200..<300).contains(head.status) }

  private mutating func start() {
    if !isSuccess {
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
        let messages = try parser.parse(bytes).map(\.data)
        keepStart(bytes, messages.isEmpty)
        return messages
      } catch {
        throw AttemptFailure(error)
      }
    case .array(var splitter):
      mode = .start
      defer { mode = .array(splitter) }
      do throws(GenerationError) {
        return try splitter.split(bytes)
      } catch {
        throw AttemptFailure(error)
      }
    case .whole where isStream && body.isEmpty && isSuccess && bytes.isArray:
      mode = .array(JSONArraySplitter(maximumElementSize: options.maximumEventSize))
      return try receive(bytes)
    case .whole where body.isEmpty && bytes.allSatisfy(\.isJSONSpace):
      return []
    case .whole(let limit):
      if body.count + bytes.count <= limit {
        body.append(bytes)
      } else if isSuccess {
        throw AttemptFailure(.tooLarge(limit))
      } else {
        body.append(bytes.prefix(limit - body.count))
        isFull = true
      }
      return []
    }
  }

  private mutating func keepStart(_ bytes: Data, _ isWithoutEvents: Bool) {
    if !isWithoutEvents, !hasEvents {
      hasEvents = true
      body = Data()
    } else if !hasEvents, body.count < Self.maximumStartSize {
      body.append(bytes.prefix(Self.maximumStartSize - body.count))
    }
  }

  /// The error of an answer that is none, such as the page of a proxy.
  private var noAnswer: AttemptFailure {
    let excerpt = Excerpt.of(body, redactor)
    return AttemptFailure(
      .decodingFailure(
        reason: "it is no answer of the API" + (excerpt.isEmpty ? "" : ": \(excerpt)")
      )
    )
  }
}

extension Data {
  /// Whether the bytes begin as a JSON object does.
  fileprivate var isObject: Bool { first { !$0.isJSONSpace } == UInt8(ascii: "{") }

  /// Whether the bytes begin as a JSON array does.
  fileprivate var isArray: Bool { first { !$0.isJSONSpace } == UInt8(ascii: "[") }

  /// Whether the bytes are one whole JSON value.
  fileprivate var isJSON: Bool {
    (try? JSONSerialization.jsonObject(with: self, options: .fragmentsAllowed)) != nil
  }
}
