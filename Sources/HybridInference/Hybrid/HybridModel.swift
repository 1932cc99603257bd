/// Two models as one: a preferred model, and one that answers when the preferred one cannot.
///
/// The order of the two is the inference mode. An on-device primary with a cloud secondary prefers
/// the device; the other way round it prefers the cloud. Each response says which model answered
/// (`modelVersion`, `inferenceSource`) and which were tried (`route`). Hybrids nest.
public struct HybridModel: LanguageModel {
  /// The preferred model.
  public let primary: any LanguageModel
  /// The model that answers when the preferred one cannot.
  public let secondary: any LanguageModel
  /// When to turn from the one to the other.
  public let policy: HybridPolicy

  /// Creates a hybrid of two models.
  public init(
    primary: any LanguageModel,
    secondary: any LanguageModel,
    policy: HybridPolicy = .default
  ) {
    self.primary = primary
    self.secondary = secondary
    self.policy = policy
  }

  /// The names of both models.
  public var modelName: String { "\(primary.modelName) or \(secondary.modelName)" }

  /// Where the preferred model runs.
  public var inferenceSource: InferenceSource { primary.inferenceSource }

  /// Available when a model is that may answer: the primary, or the secondary in its place.
  public var availability: Availability {
    let availability = primary.availability
    guard case .unavailable(let reason) = availability,
      policy.fallsBack(from: primary.inferenceSource, after: .assetsUnavailable(reason: reason))
    else { return availability }
    return secondary.availability
  }

  /// What neither of the models that may answer supports.
  public func unsupportedReason(for request: ModelRequest) -> String? {
    guard let reason = primary.unsupportedReason(for: request) else { return nil }
    let fallsBack = policy.fallsBack(
      from: primary.inferenceSource,
      after: .unsupportedPromptContent(reason: reason)
    )
    return fallsBack ? secondary.unsupportedReason(for: request) : reason
  }

  /// Answers with the primary, or with the secondary where the policy says so.
  public func generateContent(_ request: ModelRequest) async throws -> GenerateContentResponse {
    try await route(request) { model, plan in
      let start = ContinuousClock.now
      var stamp = ResponseStamp(model: model, failures: plan.failures)
      let answer = try await model.generateContent(request)
      let response = stamp.stamp(answer, after: start.duration(to: .now))
      if let failure = response.unaryFailure { throw failure }
      return response
    }
  }

  /// Answers with the primary, or with the secondary where the policy says so and the primary has
  /// not given any content.
  public func streamContent(
    _ request: ModelRequest
  ) -> AsyncThrowingStream<GenerateContentResponse, any Error> {
    .working { try await answer(request, into: $0) }
  }

  /// Counts with the model that would be tried first, or with the other where that one cannot.
  public func countTokens(_ request: ModelRequest) async throws -> CountTokensResponse {
    try await route(request) { model, _ in try await model.countTokens(request) }
  }

  /// Gets the model ready that would be tried first.
  public func prewarm(_ request: ModelRequest) {
    let model = primary.refusal(of: request) == nil ? primary : secondary
    model.prewarm(request)
  }
}

extension HybridModel {
  private var plan: RoutePlan {
    RoutePlan(
      policy: policy,
      primary: .init(name: primary.modelName, source: primary.inferenceSource),
      secondary: .init(name: secondary.modelName, source: secondary.inferenceSource)
    )
  }

  /// Passes the pieces of one model's answer on.
  ///
  /// Pieces without content wait until one with content comes, so that a model that fails before
  /// that leaves nothing behind.
  private func answer(
    _ request: ModelRequest,
    into continuation: ResponseChunks.Continuation
  ) async throws {
    try await route(request) { model, plan in
      let start = ContinuousClock.now
      var stamp = ResponseStamp(model: model, failures: plan.failures)
      var held: [GenerateContentResponse] = []
      var delivered = false
      do {
        for try await chunk in model.streamContent(request) {
          let chunk = stamp.stamp(chunk, after: start.duration(to: .now))
          if !delivered, let failure = chunk.failure, !chunk.hasContent { throw failure }
          held.append(chunk)
          guard delivered || chunk.hasContent else { continue }
          delivered = true
          for chunk in held { continuation.yield(chunk) }
          held.removeAll()
        }
        try Task.checkCancellation()
        guard delivered || held.contains(where: { $0.finishReason != nil }) else {
          throw GenerationError.connectionLost(partialResponse: nil)
        }
        for chunk in held { continuation.yield(chunk) }
      } catch {
        throw delivered ? DeliveredContent(error: error) : error
      }
    }
  }

  /// An error after content had been passed on.
  private struct DeliveredContent: Error {
    let error: any Error
  }

  /// Tries the models in the order of the plan until one succeeds.
  private func route<Result>(
    _ request: ModelRequest,
    attempt: (any LanguageModel, RoutePlan) async throws -> Result
  ) async throws -> Result {
    var plan = plan
    var action = plan.start()
    while true {
      var model = primary
      switch action {
      case .attempt(.primary): break
      case .attempt(.secondary): model = secondary
      case .fallBack(let line):
        InferenceLog.log(.error, line)
        model = secondary
      case .fail(let error): throw error
      }
      try Task.checkCancellation()
      if let refusal = model.refusal(of: request) {
        action = plan.attemptFailed(with: refusal, asked: false)
        continue
      }
      let start = ContinuousClock.now
      let counter = RetryCounter()
      do {
        return try await RetryCounter.$current.withValue(counter) {
          try await attempt(model, plan)
        }
      } catch {
        let delivered = error as? DeliveredContent
        let callerError = GenerationError.callerError(from: delivered?.error ?? error)
        guard let failure = callerError as? GenerationError else { throw callerError }
        action = plan.attemptFailed(
          with: failure,
          deliveredContent: delivered != nil,
          after: start.duration(to: .now),
          retries: counter.count
        )
      }
    }
  }
}

extension LanguageModel where Self == HybridModel {
  /// Two models as one: `primary` is preferred, and `secondary` answers when it cannot.
  public static func hybridModel(
    primary: any LanguageModel,
    secondary: any LanguageModel,
    policy: HybridPolicy = .default
  ) -> HybridModel {
    HybridModel(primary: primary, secondary: secondary, policy: policy)
  }
}
