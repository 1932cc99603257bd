import Synchronization

/// Something that becomes known once, and those who wait for it.
final class Loading: Sendable {
  typealias Outcome = Result<LoadedModel, LlamaError>

  private struct State {
    var outcome: Outcome?
    var waiters: [CheckedContinuation<Outcome, Never>] = []
  }

  private let state = Mutex(State())

  /// Tells all that wait, and all that will ask.
  func finish(with outcome: Outcome) {
    let waiters = state.withLock { state in
      state.outcome = outcome
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume(returning: outcome) }
  }

  /// The model, if it is loaded by now.
  var known: LoadedModel? { try? state.withLock(\.outcome)?.get() }

  /// The model, once it is loaded.
  func value() async throws(LlamaError) -> LoadedModel {
    let outcome = await withCheckedContinuation { continuation in
      let known = state.withLock { state in
        if state.outcome == nil { state.waiters.append(continuation) }
        return state.outcome
      }
      if let known { continuation.resume(returning: known) }
    }
    return try outcome.get()
  }
}
