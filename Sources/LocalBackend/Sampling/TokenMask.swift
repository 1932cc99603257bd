/// A set of tokens of a vocabulary.
struct TokenMask: Sendable, Hashable {
  private var words: [UInt64]

  /// Creates an empty set of tokens below a number.
  init(count: Int) {
    words = Array(repeating: 0, count: (count + 63) / 64)
  }

  var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  /// How many tokens are in the set.
  var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  func contains(_ token: TokenID) -> Bool {
    let word = Int(token) >> 6
    return token >= 0 && word < words.count && words[word] & (1 << UInt64(token & 63)) != 0
  }

  mutating func insert(_ token: TokenID) {
    words[Int(token) >> 6] |= 1 << UInt64(token & 63)
  }

  mutating func remove(_ token: TokenID) {
    words[Int(token) >> 6] &= ~(1 << UInt64(token & 63))
  }
}

extension TokenMask: Sequence {
  /// Gives the tokens in ascending order.
  struct Iterator: IteratorProtocol {
    private let words: [UInt64]
    private var index = 0
    private var word: UInt64

    fileprivate init(_ words: [UInt64]) {
      self.words = words
      word = words.first ?? 0
    }

    mutating func next() -> TokenID? {
      while word == 0 {
        index += 1
        guard index < words.count else { return nil }
        word = words[index]
      }
      defer { word &= word - 1 }
      return TokenID(index << 6 + word.trailingZeroBitCount)
    }
  }

  func makeIterator() -> Iterator { Iterator(words) }
}
