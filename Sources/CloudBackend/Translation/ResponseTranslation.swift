import HybridInference

extension GenerateContentResponse {
  init(_ wire: Wire.Response) {
    self.init(
      candidates: (wire.candidates ?? []).map(Candidate.init),
      promptFeedback: wire.promptFeedback.map(PromptFeedback.init),
      usageMetadata: wire.usageMetadata.map(UsageMetadata.init),
      modelVersion: wire.modelVersion ?? "",
      responseID: wire.responseId,
      createTime: wire.createTime.flatMap(Timestamp.date),
      modelStatus: wire.modelStatus.map(ModelStatus.init)
    )
  }
}

extension Candidate {
  init(_ wire: Wire.Candidate) {
    self.init(
      content: ModelContent(wire.content),
      finishReason: wire.finishReason.map(FinishReason.init(rawValue:)),
      finishMessage: wire.finishMessage,
      safetyRatings: (wire.safetyRatings ?? []).map(SafetyRating.init),
      citationMetadata: wire.citationMetadata.map(CitationMetadata.init),
      groundingMetadata: wire.groundingMetadata.map(GroundingMetadata.init),
      urlContextMetadata: wire.urlContextMetadata.map(URLContextMetadata.init),
      index: wire.index ?? 0,
      averageLogProbability: wire.avgLogprobs,
      logProbabilities: wire.logprobsResult.map(LogProbabilities.init),
      tokenCount: wire.tokenCount
    )
  }
}

extension LogProbabilities {
  init(_ wire: Wire.LogprobsResult) {
    self.init(
      chosenTokens: (wire.chosenCandidates ?? []).map(Token.init),
      topTokens: (wire.topCandidates ?? []).map { ($0.candidates ?? []).map(Token.init) },
      sum: wire.logProbabilitySum
    )
  }
}

extension LogProbabilities.Token {
  init(_ wire: Wire.TokenCandidate) {
    self.init(
      text: wire.token ?? "",
      id: wire.tokenId,
      logProbability: wire.logProbability ?? 0
    )
  }
}

extension ModelStatus {
  init(_ wire: Wire.ModelStatus) {
    self.init(
      stage: wire.modelStage.map(Stage.init(rawValue:)) ?? .unspecified,
      retirementTime: wire.retirementTime.flatMap(Timestamp.date),
      message: wire.message
    )
  }
}

extension PromptFeedback {
  init(_ wire: Wire.PromptFeedback) {
    self.init(
      blockReason: wire.blockReason.map(BlockReason.init(rawValue:)),
      blockReasonMessage: wire.blockReasonMessage,
      safetyRatings: (wire.safetyRatings ?? []).map(SafetyRating.init)
    )
  }
}

extension SafetyRating {
  init(_ wire: Wire.SafetyRating) {
    self.init(
      category: wire.category.map(HarmCategory.init(rawValue:)) ?? .unspecified,
      probability: wire.probability.map(HarmProbability.init(rawValue:)) ?? .unspecified,
      probabilityScore: wire.probabilityScore ?? 0,
      severity: wire.severity.map(HarmSeverity.init(rawValue:)) ?? .unspecified,
      severityScore: wire.severityScore ?? 0,
      blocked: wire.blocked ?? false,
      overwrittenThreshold: wire.overwrittenThreshold
    )
  }
}

extension UsageMetadata {
  init(_ wire: Wire.UsageMetadata) {
    self.init(
      promptTokenCount: wire.promptTokenCount ?? 0,
      cachedContentTokenCount: wire.cachedContentTokenCount ?? 0,
      candidatesTokenCount: wire.candidatesTokenCount ?? 0,
      thoughtsTokenCount: wire.thoughtsTokenCount ?? 0,
      toolUsePromptTokenCount: wire.toolUsePromptTokenCount ?? 0,
      totalTokenCount: wire.totalTokenCount ?? 0,
      promptTokensDetails: (wire.promptTokensDetails ?? []).map(ModalityTokenCount.init),
      cacheTokensDetails: (wire.cacheTokensDetails ?? []).map(ModalityTokenCount.init),
      candidatesTokensDetails: (wire.candidatesTokensDetails ?? []).map(ModalityTokenCount.init),
      toolUsePromptTokensDetails: (wire.toolUsePromptTokensDetails ?? [])
        .map(ModalityTokenCount.init),
      trafficType: wire.trafficType.map(TrafficType.init(rawValue:))
    )
  }
}

extension ModalityTokenCount {
  init(_ wire: Wire.ModalityTokenCount) {
    self.init(
      modality: wire.modality.map(ContentModality.init(rawValue:)) ?? .unspecified,
      tokenCount: wire.tokenCount ?? 0
    )
  }
}

extension CountTokensResponse {
  init(_ wire: Wire.CountTokensResponse) {
    self.init(
      totalTokens: wire.totalTokens,
      promptTokensDetails: (wire.promptTokensDetails ?? []).map(ModalityTokenCount.init),
      cachedContentTokenCount: wire.cachedContentTokenCount ?? 0,
      cacheTokensDetails: (wire.cacheTokensDetails ?? []).map(ModalityTokenCount.init)
    )
  }
}
