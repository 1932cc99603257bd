/// The tokens that a sequence holds, and the engine's bytes for them.
struct SequenceState: Sendable {
  var tokens: [TokenID]
  var bytes: [UInt8]
}

extension SchedulerLoop {
  /// What an idle sequence holds of a conversation; `nil` when none does.
  func state(of tokens: [TokenID]) -> SequenceState? {
    guard let found = ready?.cache.idleSequence(holdingStartOf: tokens),
      let bytes = ready?.engine.state(of: found.sequence)
    else { return nil }
    return SequenceState(tokens: Array(tokens.prefix(found.count)), bytes: bytes)
  }

  /// Puts a state into a sequence that is free.
  ///
  /// - Returns: Whether a sequence holds the tokens now.
  func restore(_ state: SequenceState) -> Bool {
    guard (try? makeReady()) != nil, let engine = ready?.engine else { return false }
    if ready?.cache.holds(state.tokens) ?? false { return true }
    guard let sequence = ready?.cache.freeSequence, engine.open(sequence: sequence) > sequence,
      engine.restore(state.bytes, to: sequence, count: state.tokens.count)
    else { return false }
    ready?.cache.release(sequence, holding: state.tokens)
    return true
  }
}

extension InferenceScheduler {
  /// What an idle sequence holds of a conversation; `nil` when none does.
  func state(of tokens: [TokenID]) async -> SequenceState? {
    await withCheckedContinuation { continuation in
      send { continuation.resume(returning: $0?.state(of: tokens)) }
    }
  }

  /// Puts a state into a sequence that is free.
  ///
  /// - Returns: Whether a sequence holds the tokens now.
  func restore(_ state: SequenceState) async -> Bool {
    await withCheckedContinuation { continuation in
      send { continuation.resume(returning: $0?.restore(state) ?? false) }
    }
  }
}
