import Synchronization

/// How long the reader of an answer still waits.
///
/// The transport starts it with the request. The reader starts it anew when a message has come:
/// only the reader knows what is one.
final class Patience: Sendable {
  private struct State {
    var end = ContinuousClock.now
    var giveUp: (@Sendable () -> Void)?
    var timer: Task<Void, Never>?
  }

  private let state = Mutex(State())

  /// Starts to wait.
  ///
  /// - Parameters:
  ///   - limit: How long.
  ///   - giveUp: What happens then.
  func start(_ limit: Duration, giveUp: @escaping @Sendable () -> Void) {
    state.withLock { state in
      state.giveUp = giveUp
      state.end = .now + .longest
    }
    renew(limit)
  }

  /// Waits this long from now on, unless it is over.
  func renew(_ limit: Duration) {
    state.withLock { state in
      guard state.giveUp != nil else { return }
      let end = ContinuousClock.now + limit.bounded
      let isSooner = end < state.end
      state.end = end
      // A timer that rings too early just waits on; so most renewals cost nothing.
      guard isSooner || state.timer == nil else { return }
      state.timer?.cancel()
      state.timer = Task { await run() }
    }
  }

  /// Waits no more.
  func stop() {
    let timer = state.withLock { state in
      state.giveUp = nil
      return state.timer
    }
    timer?.cancel()
  }

  private func run() async {
    while !Task.isCancelled {
      let (end, giveUp) = state.withLock { ($0.end, $0.giveUp) }
      guard let giveUp else { return }
      guard end > .now else { return giveUp() }
      try? await Task.sleep(until: end, clock: .continuous)
    }
  }
}
