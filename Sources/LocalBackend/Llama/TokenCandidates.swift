import CLlama

/// The tokens that a chain of samplers chooses from, and the room for them.
struct TokenCandidates: ~Copyable {
  private let room: UnsafeMutablePointer<llama_token_data>
  private let capacity: Int

  /// Makes room for a vocabulary; memory is used when it is first needed.
  init(capacity: Int) {
    self.capacity = capacity
    room = .allocate(capacity: max(1, capacity))
  }

  deinit {
    room.deallocate()
  }

  /// Picks a token; it does not count as accepted.
  ///
  /// - Parameters:
  ///   - chain: The samplers.
  ///   - logits: The output, one number for each token of the vocabulary.
  ///   - mask: The tokens to choose from; `nil`: all.
  /// - Returns: The token; `nil` when there is none to choose from.
  func pick(
    by chain: UnsafeMutablePointer<llama_sampler>,
    logits: UnsafeMutablePointer<Float>,
    from mask: TokenMask?
  ) -> TokenID? {
    var count = 0
    if let mask {
      for token in mask {
        room[count] = llama_token_data(id: token, logit: logits[Int(token)], p: 0)
        count += 1
      }
    } else {
      for token in 0..<capacity {
        room[token] = llama_token_data(id: TokenID(token), logit: logits[token], p: 0)
      }
      count = capacity
    }
    guard count > 0 else { return nil }
    var choice = llama_token_data_array(data: room, size: count, selected: -1, sorted: false)
    llama_sampler_apply(chain, &choice)
    guard choice.selected >= 0, choice.selected < choice.size else { return nil }
    return choice.data[Int(choice.selected)].id
  }
}
