extension GenerateContentResponse {
  /// The error that this response amounts to, if it does: a blocked prompt, or an early stop.
  var failure: GenerationError? {
    if promptFeedback?.blockReason != nil { return .promptBlocked(self) }
    switch finishReason {
    case .stop, .maxTokens, nil: return nil
    case .some(let reason): return .responseStoppedEarly(reason, self)
    }
  }

  /// The error of this response when it is a whole answer.
  ///
  /// One without any candidate, or that neither says anything nor why it ended, is an error too.
  var unaryFailure: GenerationError? {
    if let failure { return failure }
    return finishReason == nil && !hasContent ? .decodingFailure(reason: "it is empty") : nil
  }
}
