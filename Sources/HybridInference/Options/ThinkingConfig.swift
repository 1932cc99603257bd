/// How a cloud model thinks before it answers.
public struct ThinkingConfig: Sendable, Hashable {
  /// How much it thinks (Gemini 3 and later); `nil` when a budget is set instead.
  public var thinkingLevel: ThinkingLevel?
  /// How many tokens it may think (Gemini 2.5): 0 switches thinking off, −1 leaves it to the model.
  public var thinkingBudget: Int?
  /// Whether the response holds a summary of the thoughts.
  public var includeThoughts: Bool?

  /// Leaves the amount of thinking to the model.
  public init(includeThoughts: Bool? = nil) {
    self.includeThoughts = includeThoughts
  }

  /// Thinks as much as the level says.
  public init(thinkingLevel: ThinkingLevel, includeThoughts: Bool? = nil) {
    self.thinkingLevel = thinkingLevel
    self.includeThoughts = includeThoughts
  }

  /// Thinks up to a number of tokens: 0 switches thinking off, −1 leaves it to the model.
  public init(thinkingBudget: Int, includeThoughts: Bool? = nil) {
    self.thinkingBudget = thinkingBudget
    self.includeThoughts = includeThoughts
  }
}
