import HybridInference

extension GenerationConfig {
  /// Throws `invalidRequest` for a value that no model takes.
  ///
  /// What depends on the model is left to the server.
  func check() throws(GenerationError) {
    try Self.check(temperature, in: 0...2, "temperature")
    try Self.check(topP, in: 0...1, "topP")
    try Self.check(topK, in: 1...Int(Int32.max), "topK")
    try Self.check(candidateCount, in: 1...8, "candidateCount")
    try Self.check(maxOutputTokens, in: 1...Int(Int32.max), "maxOutputTokens")
    try Self.checkPenalty(presencePenalty, "presencePenalty")
    try Self.checkPenalty(frequencyPenalty, "frequencyPenalty")
    try Self.check(seed, in: Int(Int32.min)...Int(Int32.max), "seed")
    try Self.check(stopSequences?.count, in: 0...5, "stopSequences", "may be at most 5")
    if stopSequences?.contains("") ?? false {
      throw .invalidRequest(field: "stopSequences", reason: "must not be empty texts")
    }
    try Self.check(logprobs, in: 0...20, "logprobs")
    if logprobs != nil, responseLogprobs != true {
      throw .invalidRequest(field: "logprobs", reason: "needs responseLogprobs")
    }
    if speechConfig?.voiceName != nil, speechConfig?.speakerVoices != nil {
      throw .invalidRequest(
        field: "speechConfig",
        reason: "may set one voice or the voices of speakers, not both"
      )
    }
    try checkFormat()
    try thinkingConfig?.check()
  }

  private func checkFormat() throws(GenerationError) {
    if responseMIMEType?.isEmpty ?? false {
      throw .invalidRequest(field: "responseMIMEType", reason: "is empty")
    }
  }

  fileprivate static func check<Value: Comparable>(
    _ value: Value?,
    in range: ClosedRange<Value>,
    _ field: String,
    _ reason: String? = nil
  ) throws(GenerationError) {
    // A value that is no number is in no range.
    guard let value, !range.contains(value) else { return }
    throw .invalidRequest(
      field: field,
      reason: reason ?? "must be from \(range.lowerBound) to \(range.upperBound)"
    )
  }

  private static func checkPenalty(
    _ value: Float?,
    _ field: String
  ) throws(GenerationError) {
    guard let value, !(-2..<2).contains(value) else { return }
    throw .invalidRequest(field: field, reason: "must be from -2 to less than 2")
  }
}

extension ThinkingConfig {
  fileprivate func check() throws(GenerationError) {
    if thinkingLevel != nil, thinkingBudget != nil {
      throw .invalidRequest(
        field: "thinkingConfig",
        reason: "may set a level or a budget, not both"
      )
    }
    try GenerationConfig.check(thinkingBudget, in: -1...32_768, "thinkingBudget")
  }
}
