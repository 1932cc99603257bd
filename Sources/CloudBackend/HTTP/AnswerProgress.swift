/// How far a streamed answer is.
struct AnswerProgress {
  private var begun: Set<Int> = []
  private var ended: Set<Int> = []
  private var isBlocked = false

  /// Whether each candidate that has begun has a finish reason, or the prompt was blocked.
  var isComplete: Bool { isBlocked || !begun.isEmpty && begun.count == ended.count }

  /// Takes note of a message.
  mutating func add(_ response: Wire.Response) {
    isBlocked = isBlocked || response.promptFeedback?.blockReason != nil
    for candidate in response.candidates ?? [] {
      let index = candidate.index ?? 0
      begun.insert(index)
      if candidate.finishReason != nil { ended.insert(index) }
    }
  }
}
