/// Joins what one model gave of an answer and what another one goes on with.
///
/// Pure. A model that was asked to go on may begin anew instead; what it repeats of the answer is
/// left out.
struct AnswerSeam {
  /// The visible text so far.
  private(set) var text = ""
  /// Whether nothing but text, and thoughts, has been given: only that can be gone on with.
  private(set) var isPlainText = true

  /// What the continuing model has given that may still be a repetition; `nil`: it is none.
  private var repetition: String?
  private var note: String?

  /// A text that is repeated by chance is shorter than this.
  private static let shortestRepetition = 24

  /// Another model goes on from here.
  ///
  /// - Parameter note: What the end of the answer is to say of it.
  mutating func begin(note: String) {
    repetition = text.count >= Self.shortestRepetition ? "" : nil
    self.note = note
  }

  /// Takes a piece of the answer, and leaves out what it repeats.
  mutating func pass(_ piece: inout GenerateContentResponse) {
    guard
      let place = piece.candidates.indices.min(by: { first, second in
        piece.candidates[first].index < piece.candidates[second].index
      })
    else { return }
    let parts = piece.candidates[place].content.parts
    isPlainText = isPlainText && parts.allSatisfy { $0.isThought || $0.text != nil }
    let isEnd = piece.candidates[place].finishReason != nil
    if repetition != nil {
      let released = release(piece.candidates[place].content.text, isEnd: isEnd)
      let others = parts.filter { $0.isThought || $0.text == nil }
      piece.candidates[place].content.parts =
        (released.isEmpty ? [] : [.text(released)]) + others
    }
    if isEnd, let note, piece.candidates[place].finishMessage == nil {
      piece.candidates[place].finishMessage = note
    }
    text += piece.candidates[place].content.text
  }

  /// What can be given of the text that has come.
  private mutating func release(_ next: String, isEnd: Bool) -> String {
    let all = (repetition ?? "") + next
    if !isEnd, text.hasPrefix(all) {
      repetition = all
      return ""
    }
    repetition = nil
    return all.hasPrefix(text) ? String(all.dropFirst(text.count)) : all
  }
}
