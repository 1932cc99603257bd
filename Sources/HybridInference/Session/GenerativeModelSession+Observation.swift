extension GenerativeModelSession {
  /// What happens on the way to answers, from now on: attempts, fallbacks, retries and so on.
  ///
  /// Each sequence gets all events. It ends with the session; leaving it out costs nothing. Of a
  /// reader that is 1,024 events behind, the oldest are lost.
  public var routingEvents: AsyncStream<RoutingEvent> { observer.events() }

  /// What each model has done for this session, in the order in which they were first asked.
  public var modelTotals: [ModelTotals] { observer.totals }

  /// Asks the model, and sees to it that what happens is observed.
  ///
  /// A hybrid reports what its models do; any other model is one attempt.
  func observed(
    _ ask: ((GenerateContentResponse) -> Void) async throws -> GenerateContentResponse
  ) async throws -> GenerateContentResponse {
    guard !(model is HybridModel) else {
      return try await RoutingObserver.$current.withValue(observer) { try await ask { _ in } }
    }
    observer.report(.asking(model, as: .first))
    let counter = RetryCounter { [observer, model] number in
      observer.report(.retry(modelName: model.modelName, number: number))
    }
    let start = ContinuousClock.now
    var firstContent: Duration?
    // Of this round alone: a turn with tools has several.
    var usage: UsageMetadata?
    do {
      let response = try await RetryCounter.$current.withValue(counter) {
        try await ask { piece in
          if firstContent == nil, piece.hasContent { firstContent = start.duration(to: .now) }
          usage = piece.usageMetadata ?? usage
        }
      }
      report(.answered, after: start, usage: usage, firstContent: firstContent)
      return response
    } catch {
      if let failure = GenerationError.callerError(from: error) as? GenerationError {
        report(.failed, failure, after: start, retries: counter.count)
      }
      throw error
    }
  }

  private func report(
    _ outcome: RouteAttempt.Outcome,
    _ error: GenerationError? = nil,
    after start: ContinuousClock.Instant,
    retries: Int = 0,
    usage: UsageMetadata? = nil,
    firstContent: Duration? = nil
  ) {
    let attempt = RouteAttempt(
      modelName: model.modelName,
      inferenceSource: model.inferenceSource,
      outcome: outcome,
      error: error,
      duration: start.duration(to: .now),
      retries: retries
    )
    observer.report(.attemptEnded(attempt, usage: usage, timeToFirstContent: firstContent))
  }
}
