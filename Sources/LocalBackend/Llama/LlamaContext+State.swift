import CLlama

extension LlamaContext {
  /// All that is known of a sequence, as llama.cpp writes it; `nil` when it cannot.
  func state(of sequence: Int) -> [UInt8]? {
    ExitGate.pass {
      let size = llama_state_seq_get_size(pointer, Int32(sequence))
      guard size > 0 else { return nil }
      var bytes = [UInt8](repeating: 0, count: size)
      let written = llama_state_seq_get_data(pointer, &bytes, size, Int32(sequence))
      return written == size ? bytes : nil
    }
  }

  /// Puts a state into a sequence, in place of what it holds.
  ///
  /// - Parameters:
  ///   - state: What ``state(of:)`` gave, of the same model.
  ///   - sequence: The sequence.
  ///   - count: How many tokens the state is of.
  /// - Returns: Whether the sequence holds exactly them now. `false`: it holds nothing.
  func restore(_ state: [UInt8], to sequence: Int, count: Int) -> Bool {
    ExitGate.pass {
      _ = trim(sequence: sequence, to: 0)
      let read = llama_state_seq_set_data(pointer, state, state.count, Int32(sequence))
      if read == state.count, holds(sequence: sequence, count: count) { return true }
      _ = trim(sequence: sequence, to: 0)
      return false
    }
  }
}
