extension GenerateContentResponse {
  /// The response with the name, the source and the attempt of the model that gave it.
  ///
  /// A response that has a route already comes from a router, which has stamped it.
  func stamped(by model: any LanguageModel, after duration: Duration) -> GenerateContentResponse {
    guard route.isEmpty else { return self }
    var response = self
    if response.modelVersion.isEmpty {
      response.modelVersion = model.modelName
    }
    response.inferenceSource = model.inferenceSource
    response.route = [
      RouteAttempt(
        modelName: model.modelName,
        inferenceSource: model.inferenceSource,
        outcome: .answered,
        duration: duration
      )
    ]
    return response
  }

  /// The error that this response amounts to, if it does: a blocked prompt, or an early stop.
  var failure: GenerationError? {
    if let feedback = promptFeedback, feedback.blockReason != nil, candidates.isEmpty {
      return .promptBlocked(self)
    }
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
