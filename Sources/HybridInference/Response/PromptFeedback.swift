/// What a server says of a prompt.
public struct PromptFeedback: Sendable, Hashable {
  /// Why the prompt was blocked; `nil` when it was not.
  public var blockReason: BlockReason?
  /// More on why the prompt was blocked, in words.
  public var blockReasonMessage: String?
  /// How the prompt was rated for safety.
  public var safetyRatings: [SafetyRating]

  /// Creates feedback.
  public init(
    blockReason: BlockReason? = nil,
    blockReasonMessage: String? = nil,
    safetyRatings: [SafetyRating] = []
  ) {
    self.blockReason = blockReason
    self.blockReasonMessage = blockReasonMessage
    self.safetyRatings = safetyRatings
  }
}
