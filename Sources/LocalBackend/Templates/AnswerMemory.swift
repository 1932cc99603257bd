/// Remembers the tokens of answers that a model made.
///
/// Split into tokens again, an answer's text can give other tokens than those that the model picked.
/// What was read of the conversation after them would then have to be read again. So an answer goes
/// back to the model as the tokens that it was made of.
struct AnswerMemory {
  /// The most tokens that are remembered in all.
  let capacity: Int

  private var answers: [String: [TokenID]] = [:]
  /// The texts, the least recently used first.
  private var order: [String] = []
  private var count = 0

  /// Creates an empty memory.
  init(capacity: Int = 1 << 16) {
    self.capacity = capacity
  }

  /// Remembers an answer.
  ///
  /// The oldest ones are forgotten for it.
  mutating func remember(_ tokens: [TokenID], as text: String) {
    forget(text)
    guard !text.isEmpty, tokens.count <= capacity else { return }
    answers[text] = tokens
    order.append(text)
    count += tokens.count
    while count > capacity, let oldest = order.first { forget(oldest) }
  }

  /// The tokens of an answer; `nil` when it is not remembered.
  mutating func tokens(of text: String) -> [TokenID]? {
    guard let tokens = answers[text] else { return nil }
    order.removeAll { $0 == text }
    order.append(text)
    return tokens
  }

  /// The tokens that a remembered answer begins with, up to where the text ends.
  ///
  /// - Parameters:
  ///   - text: The beginning of an answer.
  ///   - bytes: What a token stands for.
  /// - Returns: The tokens; `nil` when no answer begins like that, or the text ends within a token.
  func tokens(ofBeginning text: String, bytes: (TokenID) -> [UInt8]) -> [TokenID]? {
    let count = text.utf8.count
    for answer in order.reversed() where answer.utf8.starts(with: text.utf8) {
      var length = 0
      let tokens = (answers[answer] ?? []).prefix { token in
        guard length < count else { return false }
        length += bytes(token).count
        return true
      }
      if length == count { return Array(tokens) }
    }
    return nil
  }

  private mutating func forget(_ text: String) {
    guard let tokens = answers.removeValue(forKey: text) else { return }
    order.removeAll { $0 == text }
    count -= tokens.count
  }
}
