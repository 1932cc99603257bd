/// How the on-device model generates.
///
/// What is `nil` is left to the model's default.
public struct GenerationOptions: Sendable, Hashable {
  /// How the next token is picked; `nil`: at random by probability, as the temperature shapes it.
  public var sampling: SamplingMode?
  /// How random the answer is, from 0 (the most probable token) up to 2.
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
