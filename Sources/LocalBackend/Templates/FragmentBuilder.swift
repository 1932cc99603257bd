/// Puts the parts of a prompt together: plain text joins plain text.
struct FragmentBuilder {
  private var fragments: [SpecialTokenTable.Fragment] = []
  private var text: [UInt8] = []
  /// Whether white space that comes next belongs to the token before it.
  private var stripsNext = false

  /// Adds plain text.
  mutating func append(text addition: ArraySlice<UInt8>) {
    var addition = addition
    if stripsNext, !addition.isEmpty {
      addition = addition.drop(while: Self.isSpace)
      stripsNext = addition.isEmpty
    }
    text += addition
  }

  /// Adds a special token.
  mutating func append(token: SpecialToken) {
    if token.stripsLeft {
      while let last = text.last, Self.isSpace(last) { text.removeLast() }
    }
    cut()
    fragments.append(.token(token.id))
    stripsNext = token.stripsRight
  }

  /// Adds the tokens of a text that was made of them.
  mutating func append(tokens: [Int32]) {
    cut()
    fragments += tokens.map { .token($0) }
    stripsNext = false
  }

  /// Ends the plain text here, so that no token reaches across.
  mutating func cut() {
    if !text.isEmpty { fragments.append(.text(text)) }
    text = []
  }

  /// All parts.
  mutating func finish() -> [SpecialTokenTable.Fragment] {
    cut()
    return fragments
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }
}
