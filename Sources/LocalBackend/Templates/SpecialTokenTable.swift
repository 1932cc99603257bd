/// Finds special tokens in texts.
struct SpecialTokenTable: Sendable {
  /// A part of a prompt that is split into tokens by itself.
  enum Fragment: Sendable, Hashable {
    /// This token.
    case token(Int32)
    /// Plain text.
    case text([UInt8])
  }

  /// The tokens by their text's first byte, the longest first.
  private let byFirstByte: [UInt8: [SpecialToken]]

  init(_ tokens: [SpecialToken]) {
    byFirstByte = Dictionary(grouping: tokens.filter { !$0.text.isEmpty }) { $0.text[0] }
      .mapValues { $0.sorted { $0.text.count > $1.text.count } }
  }

  /// Whether a text is a token of its own.
  func contains(_ text: String) -> Bool {
    let text = Array(text.utf8)
    return !text.isEmpty && byFirstByte[text[0]]?.contains { $0.text == text } ?? false
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

  private func match(in text: [UInt8], at index: Int) -> SpecialToken? {
    byFirstByte[text[index]]?.first { text[index...].starts(with: $0.text) }
  }

  private static func lengthOfCharacter(in text: [UInt8], at index: Int) -> Int {
    var end = index + 1
    while end < text.count, text[end] & 0xC0 == 0x80 { end += 1 }
    return end - index
  }
}
