extension UsageMetadata {
  /// The tokens of this request and of another one together.
  func adding(_ other: UsageMetadata) -> UsageMetadata {
    UsageMetadata(
      promptTokenCount: promptTokenCount + other.promptTokenCount,
      cachedContentTokenCount: cachedContentTokenCount + other.cachedContentTokenCount,
      candidatesTokenCount: candidatesTokenCount + other.candidatesTokenCount,
      thoughtsTokenCount: thoughtsTokenCount + other.thoughtsTokenCount,
      toolUsePromptTokenCount: toolUsePromptTokenCount + other.toolUsePromptTokenCount,
      totalTokenCount: totalTokenCount + other.totalTokenCount,
      promptTokensDetails: promptTokensDetails.adding(other.promptTokensDetails),
      cacheTokensDetails: cacheTokensDetails.adding(other.cacheTokensDetails),
      candidatesTokensDetails: candidatesTokensDetails.adding(other.candidatesTokensDetails),
      toolUsePromptTokensDetails: toolUsePromptTokensDetails.adding(
        other.toolUsePromptTokensDetails
      ),
      trafficType: other.trafficType ?? trafficType
    )
  }
}

extension [ModalityTokenCount] {
  /// The counts of each kind of content together, in the order in which the kinds come up.
  fileprivate func adding(_ others: [ModalityTokenCount]) -> [ModalityTokenCount] {
    others.reduce(into: self) { sums, count in
      if let position = sums.firstIndex(where: { $0.modality == count.modality }) {
        sums[position].tokenCount += count.tokenCount
      } else {
        sums.append(count)
      }
    }
  }
}
