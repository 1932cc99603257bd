/// The tokens that a request cost.
public struct UsageMetadata: Sendable, Hashable {
  /// The tokens of the prompt, the whole conversation included, cached ones too.
  public var promptTokenCount: Int
  /// Those of the prompt's tokens that were not read anew because they were cached.
  public var cachedContentTokenCount: Int
  /// The tokens of the answers.
  public var candidatesTokenCount: Int
  /// The tokens of the thinking.
  public var thoughtsTokenCount: Int
  /// The tokens of the results of tools that the server ran.
  public var toolUsePromptTokenCount: Int
  /// All tokens.
  public var totalTokenCount: Int
  /// The prompt's tokens by kind of content.
  public var promptTokensDetails: [ModalityTokenCount]
  /// The cached tokens by kind of content.
  public var cacheTokensDetails: [ModalityTokenCount]
  /// The answers' tokens by kind of content.
  public var candidatesTokensDetails: [ModalityTokenCount]
  /// The tools' tokens by kind of content.
  public var toolUsePromptTokensDetails: [ModalityTokenCount]
  /// By which kind of traffic the request was served (Vertex AI).
  public var trafficType: TrafficType?

  /// Creates the counts.
  public init(
    promptTokenCount: Int = 0,
    cachedContentTokenCount: Int = 0,
    candidatesTokenCount: Int = 0,
    thoughtsTokenCount: Int = 0,
    toolUsePromptTokenCount: Int = 0,
    totalTokenCount: Int = 0,
    promptTokensDetails: [ModalityTokenCount] = [],
    cacheTokensDetails: [ModalityTokenCount] = [],
    candidatesTokensDetails: [ModalityTokenCount] = [],
    toolUsePromptTokensDetails: [ModalityTokenCount] = [],
    trafficType: TrafficType? = nil
  ) {
    self.promptTokenCount = promptTokenCount
    self.cachedContentTokenCount = cachedContentTokenCount
    self.candidatesTokenCount = candidatesTokenCount
    self.thoughtsTokenCount = thoughtsTokenCount
    self.toolUsePromptTokenCount = toolUsePromptTokenCount
    self.totalTokenCount = totalTokenCount
    self.promptTokensDetails = promptTokensDetails
    self.cacheTokensDetails = cacheTokensDetails
    self.candidatesTokensDetails = candidatesTokensDetails
    self.toolUsePromptTokensDetails = toolUsePromptTokensDetails
    self.trafficType = trafficType
  }
}
