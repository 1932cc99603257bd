/// The marks of a template that a model's vocabulary has no tokens for.
///
/// Such marks are only text to the model: in what people write they would look like a turn's end.
struct PlainMarks: Sendable, Hashable {
  /// The marks of ChatML.
  static let chatML = ["<|im_start|>", "<|im_end|>"]

  /// The marks.
  let marks: [String]

  /// The text with each mark broken up by a space.
  func breakingUp(_ text: String) -> String {
    var text = text
    for mark in marks where text.contains(mark) {
      text = text.replacing(mark, with: mark.prefix(2) + " " + mark.dropFirst(2))
    }
    return text
  }

  /// The prompt with all that messages hold broken up.
  func breakingUp(_ pieces: [PromptPiece]) -> [PromptPiece] {
    guard !marks.isEmpty else { return pieces }
    return pieces.map { piece in
      if case .content(let text, let role) = piece {
        .content(breakingUp(text), role: role)
      } else {
        piece
      }
    }
  }
}
