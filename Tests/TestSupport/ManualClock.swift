package import HybridInference
import Synchronization

/// A clock for routes that stands still until a test moves it.
package final class ManualClock: Sendable {
  private struct Sleeper {
    var end: Duration
    var continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Duration.zero
    var sleepers: [Int: Sleeper] = [:]
    var cancelled: Set<Int> = []
    var nextID = 0
  }

  private let state = Mutex(State())

  /// Creates a clock at zero.
  package init() {}

  /// The clock as a hybrid takes it.
  package var routeClock: RouteClock {
    RouteClock(now: { self.now }, sleep: { try await self.sleep($0) })
  }

  /// The time.
  package var now: Duration { state.withLock(\.now) }

  /// How many tasks wait for a time.
  package var sleeperCount: Int { state.withLock(\.sleepers.count) }

  /// Moves the time on, and wakes whoever waited for that.
  package func advance(by duration: Duration) {
    let woken = state.withLock { state in
      state.now += duration
      let due = state.sleepers.filter { $0.value.end <= state.now }
      for id in due.keys { state.sleepers[id] = nil }
      return due.values.sorted { $0.end < $1.end }
    }
    for sleeper in woken { sleeper.continuation.resume() }
  }

  private func sleep(_ duration: Duration) async throws {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let wasCancelled = state.withLock { state in
          if state.cancelled.contains(id) { return true }
          state.sleepers[id] = Sleeper(end: state.now + duration, continuation: continuation)
          return false
        }
        if wasCancelled { continuation.resume(throwing: CancellationError()) }
      }
    } onCancel: {
      let sleeper = state.withLock { state in
        state.cancelled.insert(id)
        return state.sleepers.removeValue(forKey: id)
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }
}
