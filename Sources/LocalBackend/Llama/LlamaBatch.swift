import CLlama

/// The tokens of one step, as C wants them.
struct LlamaBatch: ~Copyable {
  private(set) var batch: llama_batch
  let capacity: Int

  /// Makes room for a number of tokens.
  init(capacity: Int) {
    self.capacity = capacity
    batch = llama_batch_init(Int32(clamping: capacity), 0, 1)
    batch.n_tokens = 0
  }

  deinit {
    llama_batch_free(batch)
  }

  /// Takes all tokens out.
  mutating func removeAll() {
    batch.n_tokens = 0
  }

  /// Adds a token; the batch must have room.
  mutating func append(_ token: TokenID, position: Int, sequence: Int, wantsOutput: Bool) {
    let index = Int(batch.n_tokens)
    precondition(index < capacity, "a step has more tokens than the batch")
    batch.token[index] = token
    batch.pos[index] = Int32(position)
    batch.n_seq_id[index] = 1
    batch.seq_id[index]?[0] = Int32(sequence)
    batch.logits[index] = wantsOutput ? 1 : 0
    batch.n_tokens += 1
  }
}
