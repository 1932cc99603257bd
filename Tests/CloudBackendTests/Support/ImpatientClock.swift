import Synchronization

/// A clock that does not wait: it goes on by what is slept, and keeps what that was.
final class ImpatientClock: Clock {
  struct Instant: InstantProtocol {
    var time: Duration

    func advanced(by duration: Duration) -> Instant { Instant(time: time + duration) }

    func duration(to other: Instant) -> Duration { other.time - time }

    static func < (first: Instant, second: Instant) -> Bool { first.time < second.time }
  }

  private let state = Mutex((now: Instant(time: .zero), sleeps: [Duration]()))

  var now: Instant { state.withLock(\.now) }
  var minimumResolution: Duration { .zero }

  /// How long was slept, each time.
  var sleeps: [Duration] { state.withLock(\.sleeps) }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    state.withLock { state in
      state.sleeps.append(state.now.duration(to: deadline))
      state.now = deadline
    }
  }
}
