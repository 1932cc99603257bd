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
  /// How far into the text that repetition is.
  private var repeated = "".endIndex
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
    repeated = text.startIndex
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
    if repetition != nil {
      // A hybrid that goes on says which of its models does; one on the device repeats nothing.
      let isExact = !piece.route.isEmpty && piece.inferenceSource == .onDevice
      let next = piece.candidates[place].content.text
      let (released, isWhole) = release(next, isEnd: isEnd, isExact: isExact)
      // What is given in full keeps its parts, and the signatures of thinking that they may have.
      let lead =
        isWhole
        ? String(released.unicodeScalars.dropLast(next.unicodeScalars.count)) : released
      piece.candidates[place].content.parts =
        (lead.isEmpty ? [] : [.text(lead)])
        + parts.filter { isWhole || $0.isThought || $0.text?.isEmpty ?? true }
    }
    if isEnd, let note, piece.candidates[place].finishMessage == nil {
      piece.candidates[place].finishMessage = note
    }
    text += piece.candidates[place].content.text
  }

  /// What can be given of the text that has come, and whether that is all of it.
  private mutating func release(
    _ next: String,
    isEnd: Bool,
    isExact: Bool
  ) -> (text: String, isWhole: Bool) {
    // Taken out, so that it grows in place.
    var all = repetition.take() ?? ""
    all += next
    guard !isExact else { return (all, true) }
    // By scalars: a piece may end inside of a character, which then equals no beginning of the text.
    let known = text.unicodeScalars
    var rest = next.unicodeScalars[...]
    while let scalar = rest.first, repeated < known.endIndex, known[repeated] == scalar {
      rest.removeFirst()
      known.formIndex(after: &repeated)
    }
    if rest.isEmpty, !isEnd {
      repetition = all
      return ("", false)
    }
    return repeated == known.endIndex ? (String(rest), false) : (all, true)
  }
}
