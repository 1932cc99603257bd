/// A model's failure to answer, for a rule to judge.
public struct FailedAttempt: Sendable {
  /// The model's name.
  public var modelName: String
  /// Where the model runs.
  public var inferenceSource: InferenceSource
  /// What went wrong.
  public var error: GenerationError
  /// Whether content of the answer has been given to the caller already.
  public var deliveredContent: Bool
  /// The request.
  public var request: ModelRequest

  /// Creates a failure.
  public init(
    modelName: String,
    inferenceSource: InferenceSource,
    error: GenerationError,
    deliveredContent: Bool = false,
    request: ModelRequest
  ) {
    self.modelName = modelName
    self.inferenceSource = inferenceSource
    self.error = error
    self.deliveredContent = deliveredContent
    self.request = request
  }
}

extension HybridPolicy {
  /// After which failures the other model answers.
  public enum Fallback: Sendable {
    /// After any failure of a model on the device; after one of a cloud model only when the device
    /// is offline.
    case automatic
    /// After none.
    case never
    /// After any.
    case onAnyError
    /// After those that a rule says.
    ///
    /// The rule is called once for each failure. It should return soon, and must not wait for the
    /// request or cancel it. Whether a model that is left alone after an outage (``CoolDown``) may be
    /// passed over it is asked as well, with `offline`.
    case when(@Sendable (FailedAttempt) -> Bool)

    /// Whether the other model answers after this failure, which came before any content.
    func allows(_ failure: FailedAttempt) -> Bool {
      switch self {
      case .automatic: failure.inferenceSource == .onDevice || failure.error.isOffline
      case .never: false
      case .onAnyError: true
      case .when(let rule): rule(failure)
      }
    }

    /// Whether the other model goes on after this failure, which came in the middle of an answer.
    func allowsContinuing(after failure: FailedAttempt) -> Bool {
      guard failure.error.isLoss else { return false }
      if case .when(let rule) = self { return rule(failure) }
      return true
    }
  }
}

extension GenerationError {
  /// Whether the model was lost, not its answer judged: another model can go on in its place.
  fileprivate var isLoss: Bool {
    switch self {
    case .connectionLost, .timedOut, .offline, .internalError, .rateLimited, .assetsUnavailable:
      true
    case .backend(let error): error.code >= 500 || error.code == 429
    case .allModelsFailed(let attempts): attempts.last?.error?.isLoss ?? false
    case .unsupportedPromptContent, .exceededContextWindowSize, .invalidRequest, .promptBlocked,
      .responseStoppedEarly, .decodingFailure, .concurrentRequests, .toolCallFailed:
      false
    }
  }
}
