import CLlama

extension LlamaContext {
  /// All that is known of a sequence, for any context of the same model; `nil` when llama.cpp cannot
  /// tell.
  ///
  /// The bytes begin with the length of the first cache's part. Models with sliding windows have a
  /// second one.
  func state(of sequence: Int) -> [UInt8]? {
    guard let bytes = rawState(of: sequence) else { return nil }
    let size = Self.prefaceSize
    let rest = hasTwoCaches ? max(0, windowStateSize(of: sequence) - size) : 0
    guard size + rest < bytes.count else { return nil }
    var parts: [[UInt8]] = []
    for part in [bytes.dropFirst(size).dropLast(rest), bytes.suffix(rest)] where !part.isEmpty {
      let narrow = StreamLayout.narrowed(part, streams: sequences, own: sequence)
      // Another layout: it can be used where there are as many sequences.
      guard let narrow else { return Self.header(0) + bytes }
      parts.append(narrow)
    }
    return Self.header(parts[0].count) + bytes.prefix(size) + parts.joined()
  }

  /// Puts a state into a sequence, in place of what it holds.
  ///
  /// - Parameters:
  ///   - state: What ``state(of:)`` gave, of the same model.
  ///   - sequence: The sequence.
  ///   - count: How many tokens the state is of.
  /// - Returns: Whether the sequence holds exactly them now. `false`: it holds nothing.
  func restore(_ state: [UInt8], to sequence: Int, count: Int) -> Bool {
    guard let bytes = rawBytes(of: state) else { return false }
    return ExitGate.pass {
      _ = trim(sequence: sequence, to: 0)
      let read = llama_state_seq_set_data(pointer, bytes, bytes.count, Int32(sequence))
      if read == bytes.count, holds(sequence: sequence, count: count) { return true }
      _ = trim(sequence: sequence, to: 0)
      return false
    }
  }

  /// A state as llama.cpp reads it into this context.
  private func rawBytes(of state: [UInt8]) -> [UInt8]? {
    guard state.count > 8 else { return nil }
    let first = state[..<8].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let rest = state.dropFirst(8)
    guard first > 0 else { return Array(rest) }
    let caches = rest.dropFirst(Self.prefaceSize)
    guard first <= UInt64(caches.count) else { return nil }
    let parts = [caches.prefix(Int(first)), caches.dropFirst(Int(first))]
    return rest.prefix(Self.prefaceSize)
      + parts.filter { !$0.isEmpty }.flatMap { StreamLayout.widened($0, streams: sequences) }
  }

  /// What comes before the caches: a mark, and the number that the sequence had.
  private static var prefaceSize: Int { 8 }

  private static func header(_ length: Int) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) }
  }

  private func rawState(of sequence: Int) -> [UInt8]? {
    ExitGate.pass {
      let size = llama_state_seq_get_size(pointer, Int32(sequence))
      guard size > 0 else { return nil }
      var bytes = [UInt8](repeating: 0, count: size)
      let written = llama_state_seq_get_data(pointer, &bytes, size, Int32(sequence))
      return written == size ? bytes : nil
    }
  }

  /// How much of a state, at its end, is of the layers with sliding windows.
  private func windowStateSize(of sequence: Int) -> Int {
    ExitGate.pass {
      let flags = llama_state_seq_flags(LLAMA_STATE_SEQ_FLAGS_PARTIAL_ONLY)
      return llama_state_seq_get_size_ext(pointer, Int32(sequence), flags)
    }
  }
}
