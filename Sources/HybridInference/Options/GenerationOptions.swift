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

  /// Creates options of the values that are given.
  public init(
    sampling: SamplingMode? = nil,
    temperature: Double? = nil,
    maximumResponseTokens: Int? = nil
  ) {
    self.sampling = sampling
    self.temperature = temperature
    self.maximumResponseTokens = maximumResponseTokens
  }
}
