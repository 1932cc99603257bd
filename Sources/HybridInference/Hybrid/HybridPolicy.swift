/// When a ``HybridModel`` turns from one of its models to the other.
///
/// Each field but `fallback` is off in ``default``, which is the documented behaviour:
///
/// - An on-device primary that is unavailable, does not support the request, or fails before it
///   gave any content: the secondary answers.
/// - A cloud primary while the device is offline: the secondary answers. Anything else that goes
///   wrong with it is thrown.
public struct HybridPolicy: Sendable {
  /// The documented behaviour.
  public static let `default` = HybridPolicy()

  /// After which failures the other model answers.
  public var fallback: Fallback
  /// How long the model that is asked first may take for its first content.
  ///
  /// When the time is over and the other model can take the request, the first one is cancelled and
  /// the other answers, whatever `fallback` says. An answer in one piece is its own first content.
  /// `nil`: as long as it likes.
  public var firstContentDeadline: Duration?
  /// After which time the other model is asked as well, while the first one still works.
  ///
  /// Who gives content first answers; the other is cancelled. Both are paid for. `nil`: never.
  public var hedgeDelay: Duration?
  /// Whether the other model goes on with an answer whose model was lost in the middle.
  ///
  /// Lost means that its connection, its server or its engine failed, not that it stopped for a
  /// reason of its own. The text so far stays, and the other model continues it.
  public var continuesInterruptedStreams: Bool
  /// How long a model that was offline is left alone; `nil`: it is tried each time.
  public var coolDown: CoolDown?
  /// Which model is asked first, or which one only.
  public var order: Order
  /// Whether images and other media in earlier turns are replaced by a note in what a model gets
  /// that does not support them.
  ///
  /// Off, such a model does not support the request. Media in the prompt itself are never replaced.
  public var replacesEarlierMedia: Bool

  /// Creates a policy.
  ///
  /// - Parameters:
  ///   - fallback: After which failures the other model answers.
  ///   - firstContentDeadline: How long the first model may take for its first content.
  ///   - hedgeDelay: After which time the other model is asked as well.
  ///   - continuesInterruptedStreams: Whether the other model goes on with an interrupted answer.
  ///   - coolDown: How long a model that was offline is left alone.
  ///   - order: Which model is asked first, or which one only.
  ///   - replacesEarlierMedia: Whether media in earlier turns may be replaced by a note.
  public init(
    fallback: Fallback = .automatic,
    firstContentDeadline: Duration? = nil,
    hedgeDelay: Duration? = nil,
    continuesInterruptedStreams: Bool = false,
    coolDown: CoolDown? = nil,
    order: Order = .primaryFirst,
    replacesEarlierMedia: Bool = false
  ) {
    self.fallback = fallback
    self.firstContentDeadline = firstContentDeadline
    self.hedgeDelay = hedgeDelay
    self.continuesInterruptedStreams = continuesInterruptedStreams
    self.coolDown = coolDown
    self.order = order
    self.replacesEarlierMedia = replacesEarlierMedia
  }
}
