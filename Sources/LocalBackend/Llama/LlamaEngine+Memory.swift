import HybridInference

/// The memory of sequences is taken when they are first needed: most programs hold one conversation.
extension LlamaEngine {
  func open(sequence: Int) -> Int {
    let room = context?.sequences ?? 0
    guard sequence >= room, room < plan.sequences else { return room }
    let wanted = min(plan.sequences, max(4 * room, sequence + 1))
    if grow(to: wanted, from: room) { return wanted }
    InferenceLog.log(
      .notice,
      "There is no memory for \(wanted) contexts of \(plan.contextSize) tokens: \(room) are used."
    )
    return room
  }

  /// Replaces the context by a larger one that holds the same.
  ///
  /// The old one goes first, so that there is never memory for both.
  private func grow(to wanted: Int, from room: Int) -> Bool {
    let states = (0..<room).map { context?.state(of: $0) }
    let counts = (0..<room).map { context?.count(of: $0) ?? 0 }
    context = nil
    context = try? LlamaContext(
      model: model,
      plan: plan.limited(to: wanted),
      abortFlag: abortFlag
    )
    let hasGrown = context != nil
    if !hasGrown {
      context = try? LlamaContext(
        model: model,
        plan: plan.limited(to: room),
        abortFlag: abortFlag
      )
    }
    for (sequence, state) in states.enumerated() where counts[sequence] > 0 {
      guard let state else { continue }
      // What cannot be taken over is found missing when it is to be used.
      _ = context?.restore(state, to: sequence, count: counts[sequence])
    }
    return hasGrown
  }

  func state(of sequence: Int) -> [UInt8]? {
    context?.state(of: sequence)
  }

  func restore(_ state: [UInt8], to sequence: Int, count: Int) -> Bool {
    context?.restore(state, to: sequence, count: count) ?? false
  }
}

extension ContextPlan {
  /// The same for so many sequences.
  func limited(to sequences: Int) -> ContextPlan {
    var plan = self
    plan.sequences = min(sequences, self.sequences)
    return plan
  }
}
