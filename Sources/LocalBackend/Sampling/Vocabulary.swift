/// A token of a model's vocabulary.
typealias TokenID = Int32

/// What the tokens of a model stand for, in an order in which many can be looked at at once.
struct Vocabulary: Sendable {
  /// How many tokens there are.
  let count: Int
  /// The tokens that end an answer.
  let endTokens: [TokenID]
  /// The tokens whose bytes hold a quotation mark.
  let tokensWithQuote: [TokenID]

  /// The bytes of all tokens, one after the other, and where each token's begin.
  private let bytes: [UInt8]
  private let starts: [Int32]
  /// The tokens that stand for something, in the order of their bytes.
  private let sorted: [TokenID]
  /// How many bytes each of them shares with the one before it.
  private let shared: [UInt16]
  /// Where in `sorted` those begin that begin with a byte.
  private let firsts: [Int]

  /// Puts tokens in order.
  ///
  /// - Parameters:
  ///   - tokens: The bytes of each token, by its number; none for one that may not be in an answer.
  ///   - endTokens: The tokens that end an answer.
  init(_ tokens: [[UInt8]], endTokens: [TokenID]) {
    count = tokens.count
    self.endTokens = endTokens
    bytes = Array(tokens.joined())
    var starts: [Int32] = [0]
    starts.reserveCapacity(tokens.count + 1)
    for token in tokens { starts.append(starts[starts.count - 1] + Int32(token.count)) }
    self.starts = starts
    let quote = UInt8(ascii: "\"")
    tokensWithQuote = tokens.indices.filter { tokens[$0].contains(quote) }.map { TokenID($0) }
    let ends = Set(endTokens)
    sorted = tokens.indices.map { TokenID($0) }
      .filter { !tokens[Int($0)].isEmpty && !ends.contains($0) }
      .sorted { first, second in
        let (one, other) = (tokens[Int(first)], tokens[Int(second)])
        return one == other ? first < second : one.lexicographicallyPrecedes(other)
      }
    var shared: [UInt16] = []
    shared.reserveCapacity(sorted.count)
    var firsts = Array(repeating: 0, count: 257)
    var previous: [UInt8] = []
    for token in sorted {
      let bytes = tokens[Int(token)]
      let common = zip(previous, bytes).prefix { $0 == $1 }.count
      shared.append(UInt16(clamping: common))
      firsts[Int(bytes[0]) + 1] += 1
      previous = bytes
    }
    for byte in 1...256 { firsts[byte] += firsts[byte - 1] }
    self.shared = shared
    self.firsts = firsts
  }

  /// The bytes that a token stands for; none for one that may not be in an answer.
  func bytes(of token: TokenID) -> ArraySlice<UInt8> {
    guard token >= 0, Int(token) < count else { return [] }
    return bytes[Int(starts[Int(token)])..<Int(starts[Int(token) + 1])]
  }

  /// The tokens that begin with a byte, in the order of their bytes.
  func tokens(beginningWith byte: UInt8) -> ArraySlice<TokenID> {
    sorted[firsts[Int(byte)]..<firsts[Int(byte) + 1]]
  }

  /// Tokens that stand for exactly these bytes, each as long as it can be; `nil` when there are none.
  func tokens(spelling text: [UInt8]) -> [TokenID]? {
    var result: [TokenID] = []
    var rest = text[...]
    while let first = rest.first {
      let fitting = tokens(beginningWith: first).filter { rest.starts(with: bytes(of: $0)) }
      guard let longest = fitting.max(by: { bytes(of: $0).count < bytes(of: $1).count }) else {
        return nil
      }
      result.append(longest)
      rest = rest.dropFirst(bytes(of: longest).count)
    }
    return result
  }

  /// Whether tokens stand for exactly these bytes.
  func isSpelling(_ tokens: [TokenID], of text: [UInt8]) -> Bool {
    var rest = text[...]
    for token in tokens {
      let bytes = bytes(of: token)
      guard !bytes.isEmpty, rest.starts(with: bytes) else { return false }
      rest = rest.dropFirst(bytes.count)
    }
    return rest.isEmpty
  }

  /// The tokens whose bytes a machine can read from a state on.
  ///
  /// What tokens begin with alike is read once.
  func tokens(
    readableBy machine: inout GrammarMachine,
    from state: GrammarMachine.State
  ) -> TokenMask {
    var mask = TokenMask(count: count)
    // The state after each byte of the last token that was looked at.
    var states = [state]
    for byte in UInt8.min...UInt8.max {
      let range = firsts[Int(byte)]..<firsts[Int(byte) + 1]
      guard !range.isEmpty else { continue }
      let first = machine.next(state, byte)
      guard first != GrammarMachine.none else { continue }
      states.removeSubrange(1...)
      states.append(first)
      // How many bytes of the last token could be read, if not all.
      var readable = Int.max
      for index in range {
        let common = index == range.lowerBound ? 1 : Int(shared[index])
        if common > readable { continue }
        readable = .max
        let token = Int(sorted[index])
        let start = Int(starts[token])
        let end = Int(starts[token + 1])
        states.removeSubrange((common + 1)...)
        var current = states[common]
        var place = start + common
        while place < end {
          current = machine.next(current, bytes[place])
          if current == GrammarMachine.none { break }
          states.append(current)
          place += 1
        }
        if place == end { mask.insert(TokenID(token)) } else { readable = place - start }
      }
    }
    return mask
  }
}
