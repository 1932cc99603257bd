import Dispatch
import Synchronization

/// What has come and was not taken yet.
///
/// Who brings more waits on its thread while it is too much. But it does not wait for someone who
/// takes nothing at all: a reader whose threads all wait for the network could never take anything.
final class Backlog: Sendable {
  private struct State {
    /// Below 0 for a moment when something is taken before who brought it has counted it.
    var size = 0
    /// How often something was taken.
    var takings = 0
    /// How many threads wait, but for those that ``room`` has been signalled for.
    var waiting = 0
    /// Nothing was taken for so long that nobody waits until something is.
    var hasStalled = false
    var isClosed = false

    /// Ends all waits; gives how many there are.
    mutating func release() -> Int {
      defer { waiting = 0 }
      return waiting
    }
  }

  private let limit: Int
  private let patience: DispatchTimeInterval
  private let state = Mutex(State())
  private let room = DispatchSemaphore(value: 0)

  /// Creates an empty backlog.
  ///
  /// - Parameters:
  ///   - limit: Beyond which size one waits, in whatever is counted.
  ///   - patience: How long nothing may be taken before it is no longer waited for.
  init(limit: Int, patience: DispatchTimeInterval = .milliseconds(250)) {
    self.limit = limit
    self.patience = patience
  }

  /// How much was not taken yet.
  var size: Int { state.withLock(\.size) }

  /// Adds something; then waits, when it is too much, until half of what may be there is left.
  func add(_ size: Int) {
    let takings = state.withLock { state -> Int? in
      guard !state.isClosed else { return nil }
      state.size += size
      guard state.size > limit, !state.hasStalled else { return nil }
      state.waiting += 1
      return state.takings
    }
    if let takings { wait(after: takings) }
  }

  /// Takes something.
  func take(_ size: Int) {
    let released = state.withLock { state in
      if !state.isClosed { state.size -= size }
      state.takings += 1
      state.hasStalled = false
      return state.size <= limit / 2 ? state.release() : 0
    }
    signal(released)
  }

  /// Nobody takes anything any more: there is nothing to wait for.
  func close() {
    let released = state.withLock { state in
      state.isClosed = true
      state.size = 0
      return state.release()
    }
    signal(released)
  }

  private func signal(_ count: Int) {
    for _ in 0..<count { room.signal() }
  }

  private func wait(after takings: Int) {
    var takings = takings
    while room.wait(timeout: .now() + patience) == .timedOut {
      let isOver = state.withLock { state in
        // Released since: the signal is there.
        guard state.waiting > 0 else { return false }
        guard state.takings == takings else {
          takings = state.takings
          return false
        }
        state.waiting -= 1
        state.hasStalled = true
        return true
      }
      if isOver { return }
    }
  }
}
