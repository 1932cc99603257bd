/// How the on-device model picks the next token.
public struct SamplingMode: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    case greedy
    case top(Int, seed: UInt64?)
    case probabilityThreshold(Double, seed: UInt64?)
  }

  package let kind: Kind

  /// Always the most probable token.
  ///
  /// The same prompt gives the same answer.
  public static let greedy = SamplingMode(kind: .greedy)

  /// At random among the most probable tokens.
  ///
  /// - Parameters:
  ///   - top: How many tokens to choose among; at least 1.
  ///   - seed: Where the randomness starts: the same seed gives the same answer. `nil`: anywhere.
  /// - Returns: The mode.
  public static func random(top: Int, seed: UInt64? = nil) -> SamplingMode {
    SamplingMode(kind: .top(top, seed: seed))
  }

  /// At random among the fewest tokens whose probabilities add up to a threshold.
  ///
  /// - Parameters:
  ///   - probabilityThreshold: The threshold, above 0 and at most 1.
  ///   - seed: Where the randomness starts: the same seed gives the same answer. `nil`: anywhere.
  /// - Returns: The mode.
  public static func random(
    probabilityThreshold: Double,
    seed: UInt64? = nil
  ) -> SamplingMode {
    SamplingMode(kind: .probabilityThreshold(probabilityThreshold, seed: seed))
  }
}

extension GenerationOptions {
  /// How the next token is picked.
  public typealias SamplingMode = HybridInference.SamplingMode
}
