import Synchronization

/// A model that is being loaded, and those who wait for it.
final class Loading: Sendable {
  typealias Outcome = Result<LoadedModel, LlamaError>
  private typealias Waiter = CheckedContinuation<LoadedModel, any Error>

  private let interest = Mutex(LoadInterest<Outcome, Waiter>())

  /// Tells all that wait, and all that will ask.
  func finish(with outcome: Outcome) {
    let waiters = interest.withLock { $0.finish(with: outcome) }
    for waiter in waiters { waiter.resume(with: outcome) }
  }

  /// Whether the load is to go on; not once all who waited for it were cancelled.
  var mayGoOn: Bool { interest.withLock { $0.mayGoOn() } }

  /// The model, if it is loaded by now.
  var known: LoadedModel? { try? interest.withLock(\.outcome)?.get() }

  /// Whether the model is loaded, or still may be.
  var hasNotFailed: Bool {
    interest.withLock { interest in
      if case .failure = interest.outcome { return false }
      return !interest.isStopped
    }
  }

  /// The model, once it is loaded.
  ///
  /// Throws `LlamaError`: `loadStopped` when those who waited before had all been cancelled. When
  /// the caller is cancelled it throws `CancellationError` at once.
  func value() async throws -> LoadedModel {
    let number = interest.withLock { $0.announce() }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        switch interest.withLock({ $0.ask(number, continuation) }) {
        case .known(let outcome): continuation.resume(with: outcome)
        case .wait: break
        case .cancelled: continuation.resume(throwing: CancellationError())
        case .stopped: continuation.resume(throwing: LlamaError.loadStopped)
        }
      }
    } onCancel: {
      interest.withLock { $0.giveUp(number) }?.resume(throwing: CancellationError())
    }
  }
}
