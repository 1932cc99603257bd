/// How far the candidates of an answer are.
package struct AnswerEnd: Sendable {
  /// The candidates that have begun, and whether each has ended.
  private var candidates: [(index: Int, hasEnded: Bool)] = []

  /// Whether the candidate that is the answer has ended: the one with the lowest index.
  var isReached: Bool { candidates.min { $0.index < $1.index }?.hasEnded ?? false }

  /// Begins before any candidate has.
  package init() {}

  /// Whether nothing is missing: each candidate that has begun has ended.
  package var isWhole: Bool { !candidates.isEmpty && candidates.allSatisfy(\.hasEnded) }

  /// Takes note of a piece of a candidate.
  ///
  /// - Parameters:
  ///   - index: The candidate's index.
  ///   - hasEnded: Whether it ends with this piece.
  package mutating func add(_ index: Int, hasEnded: Bool) {
    guard let place = candidates.firstIndex(where: { $0.index == index }) else {
      return candidates.append((index, hasEnded))
    }
    if hasEnded { candidates[place].hasEnded = true }
  }

  /// Takes note of a piece of an answer.
  mutating func add(_ piece: GenerateContentResponse) {
    for candidate in piece.candidates {
      add(candidate.index, hasEnded: candidate.finishReason != nil)
    }
  }
}
