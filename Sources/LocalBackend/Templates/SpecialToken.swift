/// A token that stands for more than its text.
struct SpecialToken: Sendable, Hashable {
  var id: Int32
  /// The text by which templates write it.
  var text: [UInt8]
  /// Whether plain text never becomes this token.
  ///
  /// `false`: the tokenizer finds the text anywhere.
  var isControl: Bool
  /// Whether it ends an answer.
  var endsGeneration: Bool
  /// Whether white space before it belongs to it.
  var stripsLeft = false
  /// Whether white space after it belongs to it.
  var stripsRight = false
}
