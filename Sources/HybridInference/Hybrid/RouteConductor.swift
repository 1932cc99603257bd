import Synchronization

/// Runs one request over a hybrid's models, as its plan says.
///
/// It decides nothing: ``RoutePlan`` does. What calls code of others (models, the log, observers) runs
/// after the state has been unlocked.
final class RouteConductor<Output: RouteOutput>: Sendable {
  let hybrid: HybridModel
  let form: RouteForm<Output>
  let observer: RoutingObserver?
  /// Whether models work one after the other, so that one task is enough.
  let isSequential: Bool
  private let route: HybridModel.Route
  private let output: AsyncThrowingStream<Output, any Error>.Continuation?
  private let start: Duration
  private let state: Mutex<RouteState<Output>>

  /// Creates a conductor.
  ///
  /// - Parameters:
  ///   - hybrid: The models and the policy.
  ///   - request: The request.
  ///   - form: What is asked for.
  ///   - output: Where it goes; `nil`: ``run(giving:)`` gives it.
  init(
    _ hybrid: HybridModel,
    request: ModelRequest,
    form: RouteForm<Output>,
    output: AsyncThrowingStream<Output, any Error>.Continuation?
  ) {
    self.hybrid = hybrid
    self.form = form
    self.output = output
    route = hybrid.route(for: request)
    observer = form.isAnswer ? .current : nil
    start = hybrid.clock.now()
    var policy = hybrid.policy
    if !form.isAnswer {
      policy.firstContentDeadline = nil
      policy.hedgeDelay = nil
    }
    isSequential = policy.firstContentDeadline == nil && policy.hedgeDelay == nil
    state = Mutex(
      RouteState(
        plan: hybrid.plan(for: route, policy: policy, at: start),
        hybrid: hybrid,
        output: output,
        isObserved: observer != nil,
        start: start
      )
    )
  }

  /// Runs the models one after the other, in the current task.
  ///
  /// Only where `isSequential`, and without an output.
  ///
  /// - Parameter give: Takes what comes; what it throws ends all.
  /// - Throws: Why there is no answer; or what `give` throws.
  func run(giving give: (Output) throws -> Void) async throws {
    try Task.checkCancellation()
    perform(state.withLock { $0.begin() })
    while let work = state.withLock({ $0.takeNext() }) {
      var rejection: (any Error)?
      await run(work) { output in
        do { try give(output) } catch {
          rejection = error
          throw error
        }
      } isRejected: {
        rejection != nil
      }
      if let rejection {
        perform(state.withLock { $0.reject(rejection) })
        throw rejection
      }
    }
    if let failure = state.withLock(\.failure) { throw failure }
  }

  /// Begins, in tasks of its own.
  func begin() {
    guard isSequential else { return perform(state.withLock { $0.begin() }) }
    let task = Task {
      perform(state.withLock { $0.begin() })
      while let work = state.withLock({ $0.takeNext() }) { await run(work) { _ in } }
    }
    let isOver = state.withLock { state in
      state.driver = task
      return state.isOver
    }
    if isOver { task.cancel() }
  }

  /// Stops everything.
  func cancel() {
    perform(state.withLock { $0.end(with: CancellationError()) })
  }

  private var now: Duration { hybrid.clock.now() - start }
}

extension RouteConductor {
  private func handle(_ event: RoutePlan.Event) {
    let now = now
    perform(state.withLock { $0.handle(event, at: now) })
  }

  private func perform(_ effects: [RouteEffect]) {
    for effect in effects {
      switch effect {
      case .ask(let choice, let role): ask(choice, role)
      case .start(let timer, let duration): startTimer(timer, duration)
      case .cancel(let task): task.cancel()
      case .report(let event): observer?.report(event)
      case .log(let line): InferenceLog.log(.error, line)
      case .finish(let error): output?.finish(throwing: error)
      }
    }
  }

  private func ask(_ choice: RoutePlan.Choice, _ role: RoutePlan.Role) {
    let model = hybrid.model(choice)
    let request: ModelRequest
    do throws(GenerationError) {
      let whole = role == .continuation ? try continued(by: choice) : route.request
      request = try hybrid.admitted(whole, by: model)
    } catch {
      return handle(.refused(choice, role, error))
    }
    let start = now
    let started = state.withLock { state -> (work: RouteWork, effects: [RouteEffect])? in
      guard state.awaits(choice, as: role) else { return nil }
      let work = state.add(choice, model: model, request: request, at: start)
      if request.continuesAnswer, role == .continuation {
        state.beginSeam(of: request, with: model)
      }
      return (work, state.handle(.started(choice, role), at: start))
    }
    guard let started else { return }
    // After it is settled that the model is asked, and before anything comes of it.
    if let observer, !(model is HybridModel) { observer.report(.asking(model, as: role)) }
    state.withLock { state in
      guard state.isCurrent(started.work) else { return }
      if isSequential {
        state.next = started.work
      } else {
        state.run(choice, in: Task { await self.run(started.work) { _ in } })
      }
    }
    perform(started.effects)
  }

  /// The request that has the answer gone on with.
  ///
  /// What has come of the answer belongs to the conversation now: the policy's rule may keep it from
  /// the model.
  private func continued(by choice: RoutePlan.Choice) throws(GenerationError) -> ModelRequest {
    let seam = state.withLock(\.seam)
    guard seam.isPlainText else {
      throw .unsupportedPromptContent(reason: "more than text has been given of the answer")
    }
    guard !seam.text.isEmpty else { return route.request }
    let route = hybrid.route(for: route.request.continuing(seam.text))
    guard route.choices.contains(choice) else {
      throw .unsupportedPromptContent(reason: "the answer so far is not for this model")
    }
    return route.request
  }

  private func startTimer(_ timer: RoutePlan.Timer, _ duration: Duration) {
    let sleep = hybrid.clock.sleep
    let task = Task {
      do { try await sleep(duration) } catch { return }
      handle(.timeIsOver(timer))
    }
    if !state.withLock({ $0.keep(task) }) { task.cancel() }
  }
}

extension RouteConductor {
  /// Asks one model, and takes what it gives.
  ///
  /// - Parameters:
  ///   - work: The model and what it is asked.
  ///   - give: Takes the answer, where it is not given out otherwise.
  ///   - isRejected: Whether `give` threw: then it is not the model that failed.
  private func run(
    _ work: RouteWork,
    giving give: (Output) throws -> Void,
    isRejected: () -> Bool = { false }
  ) async {
    let counter = RetryCounter { [observer] number in
      observer?.report(.retry(modelName: work.model.modelName, number: number))
    }
    do {
      try await RetryCounter.$current.withValue(counter) {
        try await form.ask(work.model, work.request) { output in
          try receive(output, of: work)
          for output in state.withLock({ $0.takeGiven() }) { try give(output) }
        }
      }
      try Task.checkCancellation()
      guard state.withLock({ $0.hasEnded(work) }) else {
        throw GenerationError.connectionLost(partialResponse: nil)
      }
    } catch {
      if isRejected() { return }
      let error = GenerationError.callerError(from: error)
      // A complete answer stays one, whatever its model throws after its end.
      guard error is GenerationError, state.withLock({ $0.hasGivenAll(work) }) else {
        return failed(work, with: error, retries: counter.count)
      }
    }
    handle(.ended(work.choice))
    // What it throws it keeps itself.
    do { for output in state.withLock({ $0.takeGiven() }) { try give(output) } } catch {}
  }

  private func receive(_ output: Output, of work: RouteWork) throws {
    let now = now
    let effects = try state.withLock { state in
      guard state.isCurrent(work) else { throw CancellationError() }
      let piece = RouteState<Output>.Piece(output: output, duration: now - work.start)
      let isFirst = try state.receive(piece, of: work, as: form)
      return isFirst ? state.handle(.content(work.choice), at: now) : []
    }
    perform(effects)
  }

  private func failed(_ work: RouteWork, with error: any Error, retries: Int) {
    // One that was stopped has no say any more.
    guard state.withLock({ $0.isCurrent(work) }) else { return }
    guard let error = error as? GenerationError else { return cancel() }
    if let coolDown = hybrid.policy.coolDown, error.isOffline {
      let pause = hybrid.outages.wentOffline(
        work.choice,
        at: hybrid.clock.now(),
        coolDown: coolDown
      )
      observer?.report(.coolDown(modelName: work.model.modelName, duration: pause))
    }
    handle(.failed(work.choice, error, retries: retries))
  }
}
