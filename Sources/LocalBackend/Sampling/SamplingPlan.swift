import HybridInference

/// How tokens are picked: the steps that narrow the choice, in order, the last of which picks.
struct SamplingPlan: Sendable, Hashable {
  /// One step.
  enum Step: Sendable, Hashable {
    /// Hold tokens back that were picked recently, by this factor.
    case penalty(Float)
    /// Pick the most probable token.
    case mostProbable
    /// Keep the most probable tokens, this many.
    case top(Int)
    /// Keep the fewest tokens whose probabilities add up to this.
    case threshold(Float)
    /// Keep the tokens that have at least this share of the most probable one's probability.
    case minimum(Float)
    /// Sharpen (below 1) or flatten (above 1) the probabilities.
    case temperature(Float)
    /// Pick at random by probability, starting the random numbers here.
    case random(seed: UInt32)
  }

  /// The steps.
  var steps: [Step]

  /// The most tokens of the answer; `nil`: what the context leaves.
  var maximumTokens: Int?

  /// Texts that end the answer.
  var stopSequences: [String] = []

  /// The temperature of an answer that asks for none.
  static let defaultTemperature = 0.8

  /// The plan of a request's options.
  ///
  /// Without options: temperature 0.8 over the 40 most probable tokens, cut where their
  /// probabilities add up to 0.95 and where one has under a twentieth of the first one's; the seed
  /// is a new one each time. `.greedy`, and temperature 0, pick the most probable token and nothing
  /// else: no penalty is hidden anywhere.
  ///
  /// - Parameter options: The options; `nil` for the defaults.
  /// - Throws: `invalidRequest` for a value out of its range.
  init(_ options: GenerationOptions?) throws(GenerationError) {
    let temperature = options?.temperature ?? Self.defaultTemperature
    guard temperature >= 0, temperature <= 2 else {
      throw .invalidRequest(field: "temperature", reason: "must be from 0 to 2")
    }
    maximumTokens = options?.maximumResponseTokens
    if let maximumTokens, maximumTokens < 1 {
      throw .invalidRequest(field: "maximumResponseTokens", reason: "must be at least 1")
    }
    steps = try Self.steps(of: options?.sampling, temperature: Float(temperature))
    if temperature == 0 { steps = [.mostProbable] }
    try addExtras(of: options)
  }

  private mutating func addExtras(of options: GenerationOptions?) throws(GenerationError) {
    if let share = options?.minP {
      guard share >= 0, share <= 1 else {
        throw .invalidRequest(field: "minP", reason: "must be from 0 to 1")
      }
      steps.removeAll { if case .minimum = $0 { true } else { false } }
      // Before the temperature flattens what it looks at; the most probable token always stays.
      let place = steps.firstIndex { if case .temperature = $0 { true } else { false } }
      if let place { steps.insert(.minimum(Float(share)), at: place) }
    }
    if let penalty = options?.repetitionPenalty {
      guard penalty > 0, penalty.isFinite else {
        throw .invalidRequest(field: "repetitionPenalty", reason: "must be above 0")
      }
      if penalty != 1 { steps.insert(.penalty(Float(penalty)), at: 0) }
    }
    stopSequences = options?.stopSequences ?? []
    guard !stopSequences.contains("") else {
      throw .invalidRequest(field: "stopSequences", reason: "must not be empty texts")
    }
  }

  private static func steps(
    of mode: SamplingMode?,
    temperature: Float
  ) throws(GenerationError) -> [Step] {
    switch mode?.kind {
    case nil:
      return [
        .top(40), .threshold(0.95), .minimum(0.05), .temperature(temperature),
        .random(seed: seed(from: nil)),
      ]
    case .greedy:
      return [.mostProbable]
    case .top(let count, let seed):
      guard count >= 1 else {
        throw .invalidRequest(field: "sampling.top", reason: "must be at least 1")
      }
      return [.top(count), .temperature(temperature), .random(seed: self.seed(from: seed))]
    case .probabilityThreshold(let threshold, let seed):
      guard threshold > 0, threshold <= 1 else {
        throw .invalidRequest(
          field: "sampling.probabilityThreshold",
          reason: "must be above 0 and at most 1"
        )
      }
      return [
        .threshold(Float(threshold)), .temperature(temperature),
        .random(seed: self.seed(from: seed)),
      ]
    }
  }

  /// The 32 bits that llama.cpp takes, folded from 64.
  ///
  /// All bits set means "choose one" there: it is never made.
  static func seed(from seed: UInt64?) -> UInt32 {
    guard let seed else { return .random(in: 0..<UInt32.max) }
    let folded = UInt32(truncatingIfNeeded: seed ^ (seed >> 32))
    return folded == .max ? 0 : folded
  }
}
