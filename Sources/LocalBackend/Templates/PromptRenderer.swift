/// Renders messages so that what they say stays apart from what the template writes.
///
/// The template never sees the texts: it is given a placeholder for each and the texts take their
/// places afterwards. So a text can neither forge a turn nor, with a NUL, end the prompt.
struct PromptRenderer {
  /// Renders messages as one text; throws when the template is not known.
  typealias Template<Failure: Error> = ([ChatMessage]) throws(Failure) -> String

  /// What stands in a text's place.
  ///
  /// Its vertical tabs tell whether the template trims: no template writes one.
  private struct Placeholder {
    let core: String
    var padded: String { "\u{B}\(core)\u{B}" }

    init(index: Int) {
      core = "\u{1}text\(index)\u{1}"
    }
  }

  /// Renders messages.
  ///
  /// - Parameters:
  ///   - messages: The conversation.
  ///   - template: The template.
  /// - Returns: The pieces of the prompt, in order; `nil` when the template leaves a text out.
  /// - Throws: What the template throws.
  static func pieces<Failure: Error>(
    of messages: [ChatMessage],
    with template: Template<Failure>
  ) throws(Failure) -> [PromptPiece]? {
    if let pieces = try attempt(messages, with: template) { return pieces }
    // A template without a system role: the instructions join the first prompt.
    guard let joined = joiningInstructions(in: messages) else { return nil }
    return try attempt(joined, with: template)
  }

  /// The messages with the system's texts in front of the first prompt; `nil` without such texts.
  static func joiningInstructions(in messages: [ChatMessage]) -> [ChatMessage]? {
    var rest = messages.filter { $0.role != .system }
    let instructions = messages.filter { $0.role == .system }.map(\.text)
    guard !instructions.isEmpty else { return nil }
    guard let first = rest.firstIndex(where: { $0.role == .user }) else {
      return [ChatMessage(role: .user, text: instructions.joined(separator: "\n\n"))] + rest
    }
    rest[first].text = (instructions + [rest[first].text]).joined(separator: "\n\n")
    return rest
  }

  private static func attempt<Failure: Error>(
    _ messages: [ChatMessage],
    with template: Template<Failure>
  ) throws(Failure) -> [PromptPiece]? {
    let placeholders = messages.indices.map(Placeholder.init)
    let stand = zip(messages, placeholders).map { message, placeholder in
      ChatMessage(role: message.role, text: placeholder.padded)
    }
    return split(try template(stand), at: placeholders, messages: messages)
  }

  private static func split(
    _ text: String,
    at placeholders: [Placeholder],
    messages: [ChatMessage]
  ) -> [PromptPiece]? {
    var rest = Array(text.utf8)[...]
    var pieces: [PromptPiece] = []
    for (placeholder, message) in zip(placeholders, messages) {
      var content = message.text
      var range = rest.firstRange(of: Array(placeholder.padded.utf8))
      if range == nil {
        range = rest.firstRange(of: Array(placeholder.core.utf8))
        content = content.trimmingSpaces()
      }
      guard let range else { return nil }
      appendTemplate(rest[..<range.lowerBound], to: &pieces)
      if !content.isEmpty { pieces.append(.content(content, role: message.role)) }
      rest = rest[range.upperBound...]
    }
    appendTemplate(rest, to: &pieces)
    return pieces
  }

  private static func appendTemplate(_ text: ArraySlice<UInt8>, to pieces: inout [PromptPiece]) {
    if !text.isEmpty { pieces.append(.template(String(decoding: text, as: UTF8.self))) }
  }
}

extension String {
  /// The text without the white space (of ASCII) at its ends, as templates trim it.
  fileprivate func trimmingSpaces() -> String {
    let isSpace = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
    let bytes = Array(utf8)
    let start = bytes.firstIndex { !isSpace($0) } ?? bytes.endIndex
    let end = bytes.lastIndex { !isSpace($0) } ?? start - 1
    return String(decoding: bytes[start..<max(start, end + 1)], as: UTF8.self)
  }
}
