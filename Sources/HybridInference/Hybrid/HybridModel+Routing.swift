import Synchronization

/// What a hybrid knows of its models' outages, for all its copies.
final class OutageMemory: Sendable {
  private let record = Mutex(OutageRecord())

  func isCoolingDown(_ choice: RoutePlan.Choice, at now: Duration) -> Bool {
    record.withLock { $0.isCoolingDown(choice, at: now) }
  }

  func wentOffline(_ choice: RoutePlan.Choice, at now: Duration, coolDown: CoolDown) -> Duration {
    record.withLock { $0.wentOffline(choice, at: now, coolDown: coolDown) }
  }

  func cameBack(_ choice: RoutePlan.Choice) {
    record.withLock { $0.cameBack(choice) }
  }
}

/// The time as a route sees it: the one seam for tests.
struct RouteClock: Sendable {
  /// The time since a fixed point.
  var now: @Sendable () -> Duration
  /// Waits; throws `CancellationError`.
  var sleep: @Sendable (Duration) async throws -> Void

  /// The machine's clock.
  static let continuous: RouteClock = {
    let start = ContinuousClock.now
    return RouteClock(
      now: { start.duration(to: .now) },
      sleep: { try await Task.sleep(for: $0, tolerance: .zero) }
    )
  }()
}

extension HybridModel {
  /// The model of a choice.
  func model(_ choice: RoutePlan.Choice) -> any LanguageModel {
    choice == .primary ? primary : secondary
  }

  /// Whether the other model answers a request after this error of the first one.
  func fallsBack(
    from model: any LanguageModel,
    after error: GenerationError,
    of request: ModelRequest
  ) -> Bool {
    policy.fallback.allows(
      FailedAttempt(
        modelName: model.modelName,
        inferenceSource: model.inferenceSource,
        error: error,
        request: request
      )
    )
  }

  /// The models that may answer a request, in the order in which to ask them.
  func choices(for request: ModelRequest) -> [RoutePlan.Choice] {
    var choices: [RoutePlan.Choice]
    switch policy.order.order(for: request) {
    case .primaryFirst: choices = [.primary, .secondary]
    case .secondaryFirst: choices = [.secondary, .primary]
    case .primaryOnly: choices = [.primary]
    case .secondaryOnly: choices = [.secondary]
    case .mode(let mode): choices = ordered([.primary, .secondary], by: mode)
    }
    if let mode = request.options.inferenceMode ?? self.mode {
      choices = ordered(choices, by: mode)
    }
    return choices
  }

  private func ordered(
    _ choices: [RoutePlan.Choice],
    by mode: InferenceMode
  ) -> [RoutePlan.Choice] {
    let first = choices.filter { model($0).runs(in: mode.sources[0]) }
    let rest = choices.filter { choice in
      !first.contains(choice) && model(choice).runs(in: mode)
    }
    return first + rest
  }

  /// The request as the models get it: where it must not leave a place, hybrids among them are told.
  func narrowed(_ request: ModelRequest) -> ModelRequest {
    var request = request
    if case .mode(let mode) = policy.order.order(for: request), mode.sources.count == 1 {
      request.options.inferenceMode = mode
    } else {
      request.options.inferenceMode = request.options.inferenceMode ?? mode
    }
    return request
  }

  /// The plan of a request.
  func plan(for request: ModelRequest, policy: HybridPolicy) -> RoutePlan {
    let now = policy.coolDown == nil ? .zero : clock.now()
    let candidates = choices(for: request).map { choice in
      let model = model(choice)
      return RoutePlan.Candidate(
        choice: choice,
        name: model.modelName,
        source: model.inferenceSource,
        canContinue: model.continuesAnswers,
        isCoolingDown: policy.coolDown != nil && outages.isCoolingDown(choice, at: now)
      )
    }
    return RoutePlan(policy: policy, request: request, candidates: candidates)
  }

  /// Has a request answered, as the plan says.
  func conduct<Output>(
    _ request: ModelRequest,
    as form: RouteForm<Output>
  ) -> AsyncThrowingStream<Output, any Error> {
    let (stream, continuation) = AsyncThrowingStream<Output, any Error>.makeStream()
    let conductor = RouteConductor(self, request: request, form: form, output: continuation)
    continuation.onTermination = { reason in
      if case .cancelled = reason { conductor.cancel() }
    }
    conductor.begin()
    return stream
  }

  /// The one element of a stream.
  func only<Output>(_ stream: AsyncThrowingStream<Output, any Error>) async throws -> Output {
    var output: Output?
    for try await element in stream { output = element }
    try Task.checkCancellation()
    guard let output else { throw GenerationError.internalError(reason: "the route has no end") }
    return output
  }
}
