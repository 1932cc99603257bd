/// How probable the tokens of an answer were, where that was asked for.
public struct LogProbabilities: Sendable, Hashable {
  /// A token that was, or could have been, the next one.
  public struct Token: Sendable, Hashable {
    /// The token's text.
    public var text: String
    /// The token's number in the vocabulary; `nil` when the server did not say.
    public var id: Int?
    /// The natural logarithm of its probability.
    public var logProbability: Double

    /// Creates a token.
    public init(text: String, id: Int? = nil, logProbability: Double) {
      self.text = text
      self.id = id
      self.logProbability = logProbability
    }
  }

  /// The tokens of the answer, in order.
  public var chosenTokens: [Token]
  /// For each step, the most probable tokens, the most probable one first.
  public var topTokens: [[Token]]
  /// The sum of the log probabilities of all tokens; `nil` when the server did not say.
  public var sum: Double?

  /// Creates the probabilities.
  public init(chosenTokens: [Token] = [], topTokens: [[Token]] = [], sum: Double? = nil) {
    self.chosenTokens = chosenTokens
    self.topTokens = topTokens
    self.sum = sum
  }
}
