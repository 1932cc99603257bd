import Foundation
import HybridInference
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One request on its way, and where its events go.
final class HTTPExchange: Sendable {
  /// Whether a connection to the server has been made.
  enum Connection {
    case missing
    /// Only what is sent in a body tells of a connection before the answer comes.
    case unknown
    case made
  }

  private struct State {
    var task: URLSessionTask?
    var isCancelled = false
    var connection: Connection
    /// How many bytes of the body have come.
    var size = 0
    var redirects = 0
    var hasHead = false
    var timers: [Task<Void, Never>] = []
  }

  private static let maximumRedirects = 5

  /// What is sent.
  var body: Data? { request.body }

  private let request: HTTPRequest
  private let continuation: AsyncThrowingStream<HTTPEvent, any Error>.Continuation
  private let state: Mutex<State>

  init(
    _ request: HTTPRequest,
    _ continuation: AsyncThrowingStream<HTTPEvent, any Error>.Continuation
  ) {
    self.request = request
    self.continuation = continuation
    state = Mutex(State(connection: request.body == nil ? .unknown : .missing))
  }

  /// Starts the task, unless the exchange was cancelled before.
  func start(_ makeTask: () -> URLSessionTask) {
    guard !state.withLock(\.isCancelled) else { return }
    let task = makeTask()
    let isCancelled = state.withLock { state in
      state.task = task
      return state.isCancelled
    }
    if isCancelled { task.cancel() } else { task.resume() }
  }

  /// Takes note that the task is not wanted any more; gives the task, where it must be stopped.
  func cancel() -> URLSessionTask? {
    let (task, timers) = state.withLock { state in
      state.isCancelled = true
      defer { state.timers = [] }
      return (state.task, state.timers)
    }
    request.patience.stop()
    request.unread.close()
    for timer in timers { timer.cancel() }
    return task
  }

  /// A connection has been made: some of the request has been sent, or some of the answer has come.
  func connected() {
    state.withLock { $0.connection = .made }
  }

  /// Passes an event on, and waits while its reader has too much to read.
  func receive(_ event: HTTPEvent) {
    let isTooLarge = state.withLock { state in
      state.connection = .made
      switch event {
      case .head: state.hasHead = true
      case .body(let bytes): state.size += bytes.count
      }
      return state.size > request.maximumSize
    }
    guard isTooLarge else {
      _ = continuation.yield(event)
      if case .body(let bytes) = event { request.unread.add(bytes.count) }
      return
    }
    continuation.finish(throwing: GenerationError.tooLarge(request.maximumSize))
  }

  /// Whether the server may send the request elsewhere once more.
  func mayFollowRedirect() -> Bool {
    guard request.body == nil else { return false }
    return state.withLock { state in
      state.redirects += 1
      return state.redirects <= Self.maximumRedirects
    }
  }

  /// The task has ended.
  ///
  /// - Parameters:
  ///   - error: Why, unless the answer has ended.
  ///   - head: The head, which is not always told before: not of a redirect that leads nowhere.
  func complete(with error: (any Error)? = nil, head: HTTPHead? = nil) {
    if error == nil, let head, !state.withLock(\.hasHead) { receive(.head(head)) }
    let connection = state.withLock(\.connection)
    continuation.finish(
      throwing: error.map { TransportFailure.error(from: $0, connection) }
    )
  }
}

extension HTTPExchange {
  /// Starts the limits that `URLSession` does not have: for connecting, for each message, and for
  /// the whole.
  func startTimers() {
    request.patience.start(request.idleTimeout) { self.giveUp() }
    if request.body != nil {
      let limit = request.connectTimeout
      addTimer(after: limit) { exchange in
        if exchange.state.withLock({ $0.connection == .missing }) {
          exchange.giveUp("no connection within \(limit)")
        }
      }
    }
    if let totalTimeout = request.totalTimeout {
      addTimer(after: totalTimeout) { $0.giveUp() }
    }
  }

  /// It has taken too long.
  private func giveUp(_ reason: String = "no connection in time") {
    let isOffline = state.withLock { $0.connection == .missing }
    continuation.finish(
      throwing: isOffline ? GenerationError.offline(reason: reason) : GenerationError.timedOut
    )
  }

  private func addTimer(
    after delay: Duration,
    _ action: @escaping @Sendable (HTTPExchange) -> Void
  ) {
    let timer = Task { [weak self] in
      guard (try? await Task.sleep(for: delay.bounded)) != nil, let self else { return }
      action(self)
    }
    state.withLock { $0.timers.append(timer) }
  }
}

extension GenerationError {
  /// The error of an answer that has more bytes than it may have.
  static func tooLarge(_ limit: Int) -> GenerationError {
    .decodingFailure(reason: "it is larger than \(limit) bytes")
  }
}
