/// How the on-device model generates.
///
/// What is `nil` is left to the model's default.
public struct GenerationOptions: Sendable, Hashable {
  /// How the next token is picked.
  ///
  /// `nil`: at random among the 40 most probable tokens, cut where their probabilities add up to
  /// 0.95 and where one has under a twentieth of the first one's.
  public var sampling: SamplingMode?
  /// How random the answer is, from 0 (the most probable token) up to 2; `nil`: 0.8.
  public var temperature: Double?
  /// The most tokens that the answer may have; at least 1.
  ///
  /// `nil`: what the context leaves.
  public var maximumResponseTokens: Int?

  /// Texts that end the answer where one of them comes up; it is not part of the answer.
  public var stopSequences: [String]?
  /// How much the tokens of the answer's last 64 are held back: 1 is not at all, 1.1 a little.
  ///
  /// `nil`: not at all.
  public var repetitionPenalty: Double?
  /// The least probability of a token that may be picked, as a share of the most probable one's, from
  /// 0 to 1 (“min-p”).
  ///
  /// `nil`: what ``sampling`` says alone.
  public var minP: Double?

  /// Creates options of the values that are given.
  public init(
    sampling: SamplingMode? = nil,
    temperature: Double? = nil,
    maximumResponseTokens: Int? = nil,
    stopSequences: [String]? = nil,
    repetitionPenalty: Double? = nil,
    minP: Double? = nil
  ) {
    self.sampling = sampling
    self.temperature = temperature
    self.maximumResponseTokens = maximumResponseTokens
    self.stopSequences = stopSequences
    self.repetitionPenalty = repetitionPenalty
    self.minP = minP
  }
}
