extension HybridModel {
  /// Which models may answer a request, and the request as they get it.
  struct Route {
    /// The models, in the order in which to ask them.
    var choices: [RoutePlan.Choice]
    /// The request; where it must not leave a place, hybrids among the models are told.
    var request: ModelRequest
  }

  /// Finds out who may answer a request; asks the policy's rule, once.
  func route(for request: ModelRequest) -> Route {
    let order = policy.order.order(for: request)
    var choices: [RoutePlan.Choice]
    var sources: [InferenceSource]?
    switch order {
    case .primaryFirst: choices = [.primary, .secondary]
    case .secondaryFirst: choices = [.secondary, .primary]
    case .primaryOnly: choices = [.primary]
    case .secondaryOnly: choices = [.secondary]
    case .mode(let mode):
      sources = mode.sources
      choices = sorted([.primary, .secondary], by: mode.sources)
    }
    let inherited = request.inheritedMode
    let mode = request.options.inferenceMode ?? mode ?? inherited
    // A mode chooses among what the order leaves; where a hybrid around this one allows a single
    // place, no mode of this one adds the other. Nor does what this one gets from another hybrid
    // add to a single place of its own.
    let bounds = [
      mode?.sources, inherited?.onlySource.map { [$0] },
      request.isHandedOn ? self.mode?.onlySource.map { [$0] } : nil,
    ]
    for allowed in bounds.compactMap(\.self) {
      let left = allowed.filter { sources?.contains($0) ?? true }
      sources = left
      choices = sorted(choices, by: left)
    }
    var request = request
    request.isHandedOn = true
    request.inheritedMode = mode
    if let sources, sources.count == 1 {
      // As an option too: an app's own model may hand it on in a request that it makes itself.
      request.inheritedMode = .only(sources[0])
      request.options.inferenceMode = .only(sources[0])
    }
    return Route(choices: choices, request: request)
  }

  /// The choices that run in one of these places, by their order.
  private func sorted(
    _ choices: [RoutePlan.Choice],
    by sources: [InferenceSource]
  ) -> [RoutePlan.Choice] {
    guard let first = sources.first else { return [] }
    let preferred = choices.filter { model($0).runs(in: first) }
    let rest = choices.filter { choice in
      !preferred.contains(choice) && sources.contains { model(choice).runs(in: $0) }
    }
    return preferred + rest
  }

  /// The model of a choice.
  func model(_ choice: RoutePlan.Choice) -> any LanguageModel {
    choice == .primary ? primary : secondary
  }

  /// A request in the form in which a model takes it.
  ///
  /// Throws why the model refuses it in every form.
  func admitted(
    _ request: ModelRequest,
    by model: any LanguageModel
  ) throws(GenerationError) -> ModelRequest {
    guard let refusal = model.refusal(of: request) else { return request }
    guard policy.replacesEarlierMedia, let replaced = request.replacingEarlierMedia(),
      model.refusal(of: replaced) == nil
    else { throw refusal }
    return replaced
  }

  /// The plan of a request.
  ///
  /// - Parameters:
  ///   - route: The request and who may answer it.
  ///   - policy: The policy.
  ///   - now: The time.
  /// - Returns: The plan.
  func plan(for route: Route, policy: HybridPolicy, at now: Duration) -> RoutePlan {
    let candidates = route.choices.map { choice in
      let model = model(choice)
      return RoutePlan.Candidate(
        choice: choice,
        name: model.modelName,
        source: model.source(for: route.request),
        canContinue: model.continuesAnswers,
        isCoolingDown: policy.coolDown != nil && outages.isCoolingDown(choice, at: now)
      )
    }
    return RoutePlan(policy: policy, request: route.request, candidates: candidates)
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
        inferenceSource: model.source(for: request),
        error: error,
        request: request
      )
    )
  }
}

extension HybridModel {
  /// Has a request answered in one piece, as the plan says.
  func answer<Output>(
    to request: ModelRequest,
    as form: RouteForm<Output>
  ) async throws -> Output {
    var output: Output?
    try await run(request, as: form) { output = $0 }
    guard let output else { throw GenerationError.internalError(reason: "the route has no end") }
    return output
  }

  /// Has a request answered in the current task, as the plan says.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - form: What is asked for.
  ///   - give: Takes what comes; what it throws ends all.
  /// - Throws: `GenerationError`, `CancellationError`, or what `give` throws.
  func run<Output>(
    _ request: ModelRequest,
    as form: RouteForm<Output>,
    giving give: (Output) throws -> Void
  ) async throws {
    let conductor = RouteConductor(self, request: request, form: form, output: nil)
    // Only two models that work at once need tasks of their own.
    if conductor.isSequential { return try await conductor.run(giving: give) }
    for try await output in conduct(request, as: form) { try give(output) }
    try Task.checkCancellation()
  }

  /// Has a request answered piece by piece, as the plan says.
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
}

extension LanguageModel {
  /// Where the model runs that would be asked first.
  fileprivate func source(for request: ModelRequest) -> InferenceSource {
    guard let hybrid = self as? HybridModel else { return inferenceSource }
    let route = hybrid.route(for: request)
    guard let first = route.choices.first else { return inferenceSource }
    return hybrid.model(first).source(for: route.request)
  }
}
