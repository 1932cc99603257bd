/// What one model has done for a session.
public struct ModelTotals: Sendable, Hashable {
  /// The model's name.
  public var modelName: String
  /// Where the model runs.
  public var inferenceSource: InferenceSource
  /// How often it was asked.
  public var requests = 0
  /// How often it failed, or was lost in the middle of an answer.
  public var failures = 0
  /// The tokens of the prompts, those that were cached too.
  public var promptTokenCount = 0
  /// Those of the prompts' tokens that were not read anew.
  public var cachedContentTokenCount = 0
  /// The tokens of the answers, thoughts included.
  public var answerTokenCount = 0

  /// The times from asking to the first content of the last answers, at most 128 of them.
  private var times: [Duration] = []

  private static let timesKept = 128

  /// Creates totals of nothing.
  public init(modelName: String, inferenceSource: InferenceSource) {
    self.modelName = modelName
    self.inferenceSource = inferenceSource
  }

  /// The time from asking to the first content that half of the last answers stayed within.
  ///
  /// `nil` before the first one.
  public var medianTimeToFirstContent: Duration? { timeToFirstContent(percentile: 50) }

  /// The time from asking to the first content that so many per cent of the last answers stayed
  /// within.
  ///
  /// - Parameter percentile: From 0 to 100; what is beyond counts as that.
  /// - Returns: The time; `nil` before the first answer.
  public func timeToFirstContent(percentile: Double) -> Duration? {
    guard !times.isEmpty else { return nil }
    let share = min(max(percentile, 0), 100) / 100
    let rank = Int((share * Double(times.count)).rounded(.up))
    return times.sorted()[max(1, rank) - 1]
  }

  mutating func add(_ attempt: RouteAttempt, usage: UsageMetadata?, firstContent: Duration?) {
    if attempt.outcome == .failed || attempt.outcome == .interrupted { failures += 1 }
    if let usage {
      promptTokenCount += usage.promptTokenCount
      cachedContentTokenCount += usage.cachedContentTokenCount
      answerTokenCount += usage.candidatesTokenCount + usage.thoughtsTokenCount
    }
    guard let firstContent else { return }
    if times.count == Self.timesKept { times.removeFirst() }
    times.append(firstContent)
  }
}
