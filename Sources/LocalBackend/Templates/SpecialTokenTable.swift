/// Finds special tokens in texts.
struct SpecialTokenTable: Sendable {
  /// A part of a prompt that is split into tokens by itself.
  enum Fragment: Sendable, Hashable {
    /// This token.
    case token(Int32)
    /// Plain text.
    case text([UInt8])
  }

  /// The tokens in the order of their texts.
  ///
  /// A vocabulary can have thousands that begin alike, and a prompt can consist of such beginnings.
  private let tokens: [SpecialToken]
  /// Those whose texts begin with each byte.
  private let ranges: [Range<Int>]

  init(_ tokens: [SpecialToken]) {
    let tokens = tokens.filter { !$0.text.isEmpty }
      .sorted { $0.text.lexicographicallyPrecedes($1.text) }
    var ranges = Array(repeating: 0..<0, count: 256)
    for (index, token) in tokens.enumerated() {
      let first = Int(token.text[0])
      ranges[first] = (ranges[first].isEmpty ? index : ranges[first].lowerBound)..<(index + 1)
    }
    self.tokens = tokens
    self.ranges = ranges
  }

  /// Whether a text is a token of its own.
  func contains(_ text: String) -> Bool {
    let text = Array(text.utf8)
    return !text.isEmpty && match(in: text, at: 0)?.text.count == text.count
  }

  /// The parts of a prompt.
  ///
  /// Special tokens are recognised in what the template wrote only. Around them, template and
  /// content stay together, so that they are split into tokens as the model learned it.
  ///
  /// - Parameters:
  ///   - pieces: The prompt.
  ///   - answers: The tokens of the answers that are remembered.
  /// - Returns: The parts, in order.
  func fragments(of pieces: [PromptPiece], answers: [String: [TokenID]] = [:]) -> [Fragment] {
    var builder = FragmentBuilder()
    let guarded = guardedTokens(in: pieces)
    for piece in pieces {
      switch piece {
      case .template(let text): append(template: Array(text.utf8), to: &builder)
      case .content(let text, .assistant) where answers[text] != nil:
        builder.append(tokens: answers[text] ?? [])
      case .content(let text, _):
        append(content: Array(text.utf8), guarding: guarded, to: &builder)
      }
    }
    return builder.finish()
  }

  /// The parts of the beginning of an answer.
  ///
  /// - Parameters:
  ///   - text: The beginning.
  ///   - pieces: The prompt that it follows.
  /// - Returns: The parts, in order.
  func fragments(ofAnswer text: String, after pieces: [PromptPiece]) -> [Fragment] {
    var builder = FragmentBuilder()
    append(content: Array(text.utf8), guarding: guardedTokens(in: pieces), to: &builder)
    return builder.finish()
  }

  /// The tokens whose texts are cut in content.
  ///
  /// User-defined tokens are found in plain text too. Those that this template writes, and those that
  /// end an answer, must not be.
  private func guardedTokens(in pieces: [PromptPiece]) -> Set<Int32> {
    var guarded = Set<Int32>()
    for case .template(let text) in pieces {
      scan(Array(text.utf8)) { token in
        if !token.isControl { guarded.insert(token.id) }
        return false
      }
    }
    return guarded
  }

  private func append(template text: [UInt8], to builder: inout FragmentBuilder) {
    var plainStart = 0
    var index = 0
    while index < text.count {
      if let token = match(in: text, at: index), token.isControl {
        builder.append(text: text[plainStart..<index])
        builder.append(token: token)
        index += token.text.count
        plainStart = index
      } else {
        index += 1
      }
    }
    builder.append(text: text[plainStart...])
  }

  private func append(
    content text: [UInt8],
    guarding guarded: Set<Int32>,
    to builder: inout FragmentBuilder
  ) {
    var start = 0
    let positions = scan(text) { token in
      !token.isControl && (token.endsGeneration || guarded.contains(token.id))
    }
    for position in positions {
      // Cut after its first character, so that neither half is the token.
      let cut = position + Self.lengthOfCharacter(in: text, at: position)
      builder.append(text: text[start..<cut])
      builder.cut()
      start = cut
    }
    builder.append(text: text[start...])
  }

  /// Where the tokens begin for which `isWanted` says so.
  @discardableResult
  private func scan(_ text: [UInt8], isWanted: (SpecialToken) -> Bool) -> [Int] {
    var found: [Int] = []
    var index = 0
    while index < text.count {
      if let token = match(in: text, at: index) {
        if isWanted(token) {
          found.append(index)
          index += 1
        } else {
          index += token.text.count
        }
      } else {
        index += 1
      }
    }
    return found
  }

  /// The token with the longest text that stands there.
  private func match(in text: [UInt8], at index: Int) -> SpecialToken? {
    var range = ranges[Int(text[index])]
    var longest: Int?
    var count = 1
    while !range.isEmpty {
      // A text comes before those that it begins.
      if tokens[range.lowerBound].text.count == count { longest = range.lowerBound }
      guard index + count < text.count else { break }
      let byte = Int(text[index + count])
      let start = firstIndex(in: range, notBelow: byte, at: count)
      range = start..<firstIndex(in: start..<range.upperBound, notBelow: byte + 1, at: count)
      count += 1
    }
    return longest.map { tokens[$0] }
  }

  /// The first token of a range whose text has such a byte, or a greater one, at a place.
  private func firstIndex(in range: Range<Int>, notBelow byte: Int, at place: Int) -> Int {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end {
      let middle = start + (end - start) / 2
      let text = tokens[middle].text
      if text.count <= place || Int(text[place]) < byte { start = middle + 1 } else { end = middle }
    }
    return start
  }

  private static func lengthOfCharacter(in text: [UInt8], at index: Int) -> Int {
    var end = index + 1
    while end < text.count, text[end] & 0xC0 == 0x80 { end += 1 }
    return end - index
  }
}
