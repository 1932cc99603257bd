/// Decides, for one turn, which of a hybrid's two models is tried next.
///
/// It is told what happens and says what to do. It does nothing itself.
struct RoutePlan {
  /// One of the two models.
  enum Choice: Hashable {
    case primary
    case secondary
  }

  /// What the plan knows of a model before it is tried.
  struct Model {
    var name: String
    var source: InferenceSource
  }

  /// What to do next.
  enum Action {
    /// Try this model.
    case attempt(Choice)
    /// Fall back to the secondary, and log the line.
    case fallBack(log: String)
    /// Give up with this error.
    case fail(GenerationError)
  }

  private let policy: HybridPolicy
  private let primary: Model
  private let secondary: Model
  private var current = Choice.primary

  /// The attempts that have failed so far, in order.
  private(set) var failures: [RouteAttempt] = []

  init(policy: HybridPolicy, primary: Model, secondary: Model) {
    self.policy = policy
    self.primary = primary
    self.secondary = secondary
  }

  /// The first thing to do.
  func start() -> Action {
    .attempt(current)
  }

  /// The model that is being tried has refused the request without being asked, or has failed.
  ///
  /// - Parameters:
  ///   - error: What went wrong.
  ///   - asked: Whether the model was asked at all.
  ///   - deliveredContent: Whether any content of it has been passed on.
  ///   - duration: How long the try took.
  ///   - retries: How often the model repeated its request.
  /// - Returns: What to do next.
  mutating func attemptFailed(
    with error: GenerationError,
    asked: Bool = true,
    deliveredContent: Bool = false,
    after duration: Duration = .zero,
    retries: Int = 0
  ) -> Action {
    let model = current == .primary ? primary : secondary
    failures.append(
      RouteAttempt(
        modelName: model.name,
        inferenceSource: model.source,
        outcome: Self.outcome(of: error, asked: asked),
        error: error,
        duration: duration,
        retries: retries
      )
    )
    guard current == .primary else {
      return .fail(.allModelsFailed(failures))
    }
    guard !deliveredContent, policy.fallsBack(from: model.source, after: error) else {
      return .fail(error)
    }
    current = .secondary
    return .fallBack(
      log: "\(primary.name) did not answer, falling back to \(secondary.name). \(error)"
    )
  }

  private static func outcome(of error: GenerationError, asked: Bool) -> RouteAttempt.Outcome {
    if asked { return .failed }
    if case .assetsUnavailable = error { return .unavailable }
    return .unsupported
  }
}
