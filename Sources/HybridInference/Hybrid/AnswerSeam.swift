/// Joins what one model gave of an answer and what another one goes on with.
///
/// Pure. A model that was asked to go on may begin anew instead; what it repeats of the answer is
/// left out.
struct AnswerSeam {
  /// The visible text so far.
  private(set) var text = ""
  /// Whether nothing but one text, and thoughts, has been given: only that can be gone on with.
  private(set) var isPlainText = true

  /// What the continuing model has given that may still be a repetition; `nil`: it is none.
  private var repetition: String?
  private var note: String?

  /// From which length on a text counts as one that is begun anew, not repeated by chance.
  ///
  /// - Parameters:
  ///   - text: The answer so far.
  ///   - isJSON: Whether the answer is JSON, which can hardly begin like its own middle.
  /// - Returns: The length in characters.
  static func shortestRepetition(of text: String, isJSON: Bool) -> Int {
    guard isJSON else { return 24 }
    return text.hasPrefix("{") ? 1 : 2
  }

  /// Another model goes on from here.
  ///
  /// - Parameters:
  ///   - note: What the end of the answer is to say of it.
  ///   - length: How long a text has to be for a repetition of it to be left out; `nil`: the model
  ///     repeats nothing.
  mutating func begin(note: String, shortestRepetition length: Int?) {
    repetition = length.flatMap { text.count >= $0 ? "" : nil }
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
    isPlainText =
      isPlainText && piece.candidates.count == 1
      && parts.allSatisfy { $0.isThought || $0.text != nil }
    let isEnd = piece.candidates[place].finishReason != nil
    if let held = repetition {
      // A hybrid that goes on says which of its models does; one on the device repeats nothing.
      let isExact = !piece.route.isEmpty && piece.inferenceSource == .onDevice
      let next = piece.candidates[place].content.text
      let released = isExact ? held + next : release(next, isEnd: isEnd)
      if isExact { repetition = nil }
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
    // By scalars: a piece may end inside of a character, which then equals no beginning of the text.
    let (scalars, known) = (all.unicodeScalars, text.unicodeScalars)
    if !isEnd, known.starts(with: scalars) {
      repetition = all
      return ""
    }
    repetition = nil
    return scalars.starts(with: known) ? String(scalars.dropFirst(known.count)) : all
  }
}
