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
    /// Makes the task, each time that the request is sent; `nil` once that is not wanted any more.
    var makeTask: (@Sendable () -> URLSessionTask)?
    var isCancelled = false
    var connection: Connection
    /// How often the request has been sent again.
    var resends = 0
    /// How many bytes of the body have come.
    var size = 0
    var redirects = 0
    var hasHead = false
    var timers: [Task<Void, Never>] = []
  }

  private static let maximumRedirects = 5
  private static let maximumResends = 5

  private let request: HTTPRequest
  private let continuation: AsyncThrowingStream<HTTPEvent, any Error>.Continuation
  /// Where tasks are made, started and cancelled.
  private let queue: DispatchQueue
  private let state: Mutex<State>

  init(
    _ request: HTTPRequest,
    _ continuation: AsyncThrowingStream<HTTPEvent, any Error>.Continuation,
    on queue: DispatchQueue
  ) {
    self.request = request
    self.continuation = continuation
    self.queue = queue
    state = Mutex(State(connection: request.body == nil ? .unknown : .missing))
  }

  /// Starts the task soon, unless the exchange is cancelled before.
  ///
  /// - Parameter makeTask: Makes the task; it is kept until the exchange is cancelled or complete.
  func start(_ makeTask: @escaping @Sendable () -> URLSessionTask) {
    state.withLock { state in
      if !state.isCancelled { state.makeTask = makeTask }
    }
    queue.async { self.startTask() }
  }

  private func startTask() {
    guard let makeTask = state.withLock(\.makeTask) else { return }
    let task = makeTask()
    let isCancelled = state.withLock { state in
      state.task = task
      return state.isCancelled
    }
    if isCancelled { task.cancel() } else { task.resume() }
  }

  /// The connection has ended before any of the answer came: sends the request with another task.
  ///
  /// - Parameter task: The task until now; nothing more that it tells must come here.
  func sendAgain(insteadOf task: URLSessionTask) {
    let isPossible = state.withLock { state in
      state.resends += 1
      state.connection = .missing
      return !state.hasHead && state.resends <= Self.maximumResends
    }
    guard isPossible else { return continuation.finish(throwing: GenerationError.connectionLost) }
    startConnectTimer()
    queue.async {
      task.cancel()
      self.startTask()
    }
  }

  /// Takes note that the task is not wanted any more, and stops it soon.
  func cancel() {
    let old = state.withLock { state in
      let old = state
      state.isCancelled = true
      state.makeTask = nil
      state.timers = []
      return old
    }
    request.patience.stop()
    request.unread.close()
    for timer in old.timers { timer.cancel() }
    if let task = old.task { queue.async { task.cancel() } }
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
    if request.body != nil { startConnectTimer() }
    if let totalTimeout = request.totalTimeout {
      addTimer(after: totalTimeout) { $0.giveUp() }
    }
  }

  private func startConnectTimer() {
    let limit = request.connectTimeout
    let resends = state.withLock(\.resends)
    addTimer(after: limit) { exchange in
      let isLate = exchange.state.withLock { $0.connection == .missing && $0.resends == resends }
      if isLate { exchange.giveUp("no connection within \(limit)") }
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
    let isCancelled = state.withLock { state in
      if !state.isCancelled { state.timers.append(timer) }
      return state.isCancelled
    }
    if isCancelled { timer.cancel() }
  }
}

extension GenerationError {
  /// The error of an answer that has more bytes than it may have.
  static func tooLarge(_ limit: Int) -> GenerationError {
    .decodingFailure(reason: "it is larger than \(limit) bytes")
  }
}
