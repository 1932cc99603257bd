/// One answer of a model.
public struct Candidate: Sendable, Hashable {
  /// What the model said.
  public var content: ModelContent
  /// Why the model stopped; `nil` while it has not.
  public var finishReason: FinishReason?
  /// More on why the model stopped, in words.
  public var finishMessage: String?
  /// How the content was rated for safety.
  public var safetyRatings: [SafetyRating]
  /// The sources that the content cites.
  public var citationMetadata: CitationMetadata?
  /// The sources that the content is grounded in.
  public var groundingMetadata: GroundingMetadata?
  /// The URLs that the model read.
  public var urlContextMetadata: URLContextMetadata?
  /// The position among the candidates.
  public var index: Int
  /// The mean log probability of the candidate's tokens, where it was asked for.
  public var averageLogProbability: Double?
  /// How probable the tokens were, where that was asked for.
  public var logProbabilities: LogProbabilities?
  /// The number of the candidate's tokens; `nil` when the server did not say.
  public var tokenCount: Int?

  /// Creates a candidate.
  public init(
    content: ModelContent = ModelContent(role: .model),
    finishReason: FinishReason? = nil,
    finishMessage: String? = nil,
    safetyRatings: [SafetyRating] = [],
    citationMetadata: CitationMetadata? = nil,
    groundingMetadata: GroundingMetadata? = nil,
    urlContextMetadata: URLContextMetadata? = nil,
    index: Int = 0,
    averageLogProbability: Double? = nil,
    logProbabilities: LogProbabilities? = nil,
    tokenCount: Int? = nil
  ) {
    self.content = content
    self.finishReason = finishReason
    self.finishMessage = finishMessage
    self.safetyRatings = safetyRatings
    self.citationMetadata = citationMetadata
    self.groundingMetadata = groundingMetadata
    self.urlContextMetadata = urlContextMetadata
    self.index = index
    self.averageLogProbability = averageLogProbability
    self.logProbabilities = logProbabilities
    self.tokenCount = tokenCount
  }
}
