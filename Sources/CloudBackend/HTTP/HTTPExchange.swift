import Foundation
import HybridInference
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One request on its way, and where its events go.
final class HTTPExchange: Sendable {
  private struct State {
    var task: URLSessionTask?
    var isCancelled = false
    /// Whether a connection to the server has been made.
    var isConnected = false
    var timers: [Task<Void, Never>] = []
  }

  private let continuation: AsyncThrowingStream<HTTPEvent, any Error>.Continuation
  private let state = Mutex(State())

  init(_ continuation: AsyncThrowingStream<HTTPEvent, any Error>.Continuation) {
    self.continuation = continuation
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

  /// Stops the task, if it still runs.
  func cancel() {
    let task = state.withLock { state in
      state.isCancelled = true
      return state.task
    }
    task?.cancel()
  }

  /// A connection has been made: some of the request has been sent, or some of the answer has come.
  func connected() {
    state.withLock { $0.isConnected = true }
  }

  /// Passes an event on.
  func receive(_ event: HTTPEvent) {
    connected()
    continuation.yield(event)
  }

  /// The task has ended.
  func complete(with error: (any Error)?) {
    let isConnected = state.withLock(\.isConnected)
    continuation.finish(
      throwing: error.map { TransportFailure.error(from: $0, isConnected: isConnected) }
    )
  }
}

extension HTTPExchange {
  /// Starts the limits that `URLSession` does not have: for connecting, and for the whole.
  func startTimers(for request: HTTPRequest) {
    if request.body == nil {
      // Only what is sent in a body says that there is a connection before the answer comes.
      connected()
    } else {
      let reason = "no connection within \(request.connectTimeout)"
      addTimer(after: request.connectTimeout) { exchange in
        if !exchange.state.withLock(\.isConnected) {
          exchange.continuation.finish(throwing: GenerationError.offline(reason: reason))
        }
      }
    }
    if let totalTimeout = request.totalTimeout {
      addTimer(after: totalTimeout) { exchange in
        let isConnected = exchange.state.withLock(\.isConnected)
        exchange.continuation.finish(
          throwing: isConnected
            ? GenerationError.timedOut : GenerationError.offline(reason: "no connection in time")
        )
      }
    }
  }

  func stopTimers() {
    let timers = state.withLock { state in
      defer { state.timers = [] }
      return state.timers
    }
    for timer in timers { timer.cancel() }
  }

  private func addTimer(
    after delay: Duration,
    _ action: @escaping @Sendable (HTTPExchange) -> Void
  ) {
    let timer = Task { [weak self] in
      guard (try? await Task.sleep(for: delay)) != nil, let self else { return }
      action(self)
    }
    state.withLock { $0.timers.append(timer) }
  }
}
