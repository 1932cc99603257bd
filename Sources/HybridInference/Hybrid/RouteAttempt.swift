/// One model's try at answering a turn.
public struct RouteAttempt: Sendable {
  /// How a try ended.
  public enum Outcome: String, Sendable, Codable {
    /// The model gave the answer, or in a stream: is giving it.
    case answered
    /// The model was not asked, because it was unavailable.
    case unavailable
    /// The model was not asked, because it does not support the request.
    case unsupported
    /// The model was asked and failed.
    case failed
    /// The model gave a part of the answer and was lost; another one went on with it.
    case interrupted
    /// The model was stopped, because another one was faster.
    case outpaced
    /// The model was not asked first, because it had been offline shortly before.
    case coolingDown
  }

  /// The model's name.
  public var modelName: String
  /// Where the model runs.
  public var inferenceSource: InferenceSource
  /// How the try ended.
  public var outcome: Outcome
  /// What went wrong; `nil` when the model answered.
  public var error: GenerationError?
  /// How long the try took.
  ///
  /// In a stream that still runs: until this piece of it came.
  public var duration: Duration
  /// How often the backend repeated its request before this outcome.
  public var retries: Int

  /// Creates an attempt.
  public init(
    modelName: String,
    inferenceSource: InferenceSource,
    outcome: Outcome,
    error: GenerationError? = nil,
    duration: Duration = .zero,
    retries: Int = 0
  ) {
    self.modelName = modelName
    self.inferenceSource = inferenceSource
    self.outcome = outcome
    self.error = error
    self.duration = duration
    self.retries = retries
  }

  /// The attempt as a sentence.
  package var summary: String {
    "\(modelName): \(error?.description ?? outcome.rawValue)"
  }
}
