/// The size of a request, in tokens of the model that was asked.
public struct CountTokensResponse: Sendable, Hashable {
  /// The tokens of the whole request: instructions, conversation and prompt.
  public var totalTokens: Int
  /// The same by kind of content, where the model tells.
  public var promptTokensDetails: [ModalityTokenCount]
  /// Those of the tokens that are cached.
  public var cachedContentTokenCount: Int
  /// The cached tokens by kind of content, where the model tells.
  public var cacheTokensDetails: [ModalityTokenCount]

  /// Creates a count.
  public init(
    totalTokens: Int,
    promptTokensDetails: [ModalityTokenCount] = [],
    cachedContentTokenCount: Int = 0,
    cacheTokensDetails: [ModalityTokenCount] = []
  ) {
    self.totalTokens = totalTokens
    self.promptTokensDetails = promptTokensDetails
    self.cachedContentTokenCount = cachedContentTokenCount
    self.cacheTokensDetails = cacheTokensDetails
  }
}
