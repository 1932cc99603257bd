import HybridInference

/// How far a streamed answer is.
struct AnswerProgress {
  private var end = AnswerEnd()
  private var isBlocked = false

  /// Whether each candidate that has begun has a finish reason, or the prompt was blocked.
  var isComplete: Bool { isBlocked || end.isWhole }

  /// Takes note of a message.
  mutating func add(_ response: Wire.Response) {
    isBlocked = isBlocked || response.promptFeedback?.blockReason != nil
    for candidate in response.candidates ?? [] {
      end.add(candidate.index ?? 0, hasEnded: candidate.finishReason != nil)
    }
  }
}
