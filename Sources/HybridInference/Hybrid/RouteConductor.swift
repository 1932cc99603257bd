import Synchronization

/// Runs one request over a hybrid's models, as its plan says.
///
/// It decides nothing: ``RoutePlan`` does.
final class RouteConductor<Output: RouteOutput>: Sendable {
  private typealias Choice = RoutePlan.Choice

  private struct Piece {
    var output: Output
    var duration: Duration
  }

  private struct State {
    var plan: RoutePlan
    var tasks: [RoutePlan.Choice: Task<Void, Never>] = [:]
    var timers: [Task<Void, Never>] = []
    /// When each model was asked.
    var starts: [RoutePlan.Choice: Duration] = [:]
    /// What models gave that may never count.
    var held: [RoutePlan.Choice: [Piece]] = [:]
    var winner: RoutePlan.Choice?
    var stamp: ResponseStamp?
    var seam = AnswerSeam()
    /// The models whose answers have come to their ends.
    var ended: Set<RoutePlan.Choice> = []
    var firstContent: Duration?
    var usage: UsageMetadata?
    var isOver = false
  }

  private let hybrid: HybridModel
  private let request: ModelRequest
  private let form: RouteForm<Output>
  private let output: AsyncThrowingStream<Output, any Error>.Continuation
  private let observer: RoutingObserver?
  private let start: Duration
  private let state: Mutex<State>

  init(
    _ hybrid: HybridModel,
    request: ModelRequest,
    form: RouteForm<Output>,
    output: AsyncThrowingStream<Output, any Error>.Continuation
  ) {
    self.hybrid = hybrid
    self.request = hybrid.narrowed(request)
    self.form = form
    self.output = output
    observer = form.isAnswer ? .current : nil
    start = hybrid.clock.now()
    var policy = hybrid.policy
    if !form.isAnswer {
      policy.firstContentDeadline = nil
      policy.hedgeDelay = nil
    }
    state = Mutex(State(plan: hybrid.plan(for: request, policy: policy)))
  }

  /// Begins.
  func begin() {
    state.withLock { state in
      let actions = state.plan.begin()
      report(state.plan.endedAttempts)
      perform(actions, &state)
    }
  }

  /// Stops everything.
  func cancel() {
    state.withLock { end(&$0, with: CancellationError()) }
  }

  private func handle(_ event: RoutePlan.Event) {
    state.withLock { handle(event, &$0) }
  }
}

extension RouteConductor {
  // All of this runs with the state locked, and none of it waits. The lock belongs to one request,
  // and nothing that is called from here calls back.

  private func handle(_ event: RoutePlan.Event, _ state: inout State) {
    guard !state.isOver else { return }
    let known = state.plan.endedAttempts.count
    let actions = state.plan.handle(event, at: hybrid.clock.now() - start)
    report(state.plan.endedAttempts.dropFirst(known))
    perform(actions, &state)
  }

  private func perform(_ actions: [RoutePlan.Action], _ state: inout State) {
    for action in actions {
      switch action {
      case .ask(let choice, let role): ask(choice, role, &state)
      case .start(let timer, let duration): startTimer(timer, duration, &state)
      case .cancel(let choice):
        state.tasks.removeValue(forKey: choice)?.cancel()
        state.held[choice] = nil
      case .take(let choice): take(choice, &state)
      case .finish: end(&state, with: nil)
      case .fail(let error): end(&state, with: error)
      case .log(let line): InferenceLog.log(.error, line)
      }
    }
  }

  private func ask(_ choice: RoutePlan.Choice, _ role: RoutePlan.Role, _ state: inout State) {
    let model = hybrid.model(choice)
    var request = request
    if role == .continuation {
      request = request.continuing(state.seam.text)
      let names = state.plan.endedAttempts.last.map(\.modelName) ?? ""
      state.seam.begin(note: "Begun by \(names), continued by \(model.modelName).")
      if !state.seam.isPlainText {
        let error = GenerationError.unsupportedPromptContent(
          reason: "more than text has been given"
        )
        return handle(.refused(choice, error), &state)
      }
    }
    if let refusal = model.refusal(of: request) {
      guard hybrid.policy.replacesEarlierMedia,
        let replaced = request.replacingEarlierMedia(), model.refusal(of: replaced) == nil
      else { return handle(.refused(choice, refusal), &state) }
      request = replaced
    }
    state.starts[choice] = hybrid.clock.now()
    observer?.report(.asking(model, as: role))
    state.tasks[choice] = Task { [request] in await self.run(model, choice, request) }
    handle(.started(choice), &state)
  }

  private func startTimer(_ timer: RoutePlan.Timer, _ duration: Duration, _ state: inout State) {
    state.timers.append(
      Task {
        do { try await hybrid.clock.sleep(duration) } catch { return }
        handle(.timeIsOver(timer))
      }
    )
  }

  /// What this model gives is the answer.
  private func take(_ choice: RoutePlan.Choice, _ state: inout State) {
    let model = hybrid.model(choice)
    state.winner = choice
    state.stamp = ResponseStamp(model: model, failures: state.plan.endedAttempts)
    for piece in state.held.removeValue(forKey: choice) ?? [] { deliver(piece, &state) }
    hybrid.outages.cameBack(choice)
    for timer in state.timers { timer.cancel() }
    state.timers = []
  }

  private func deliver(_ piece: Piece, _ state: inout State) {
    var output = piece.output
    if hybrid.policy.continuesInterruptedStreams { output.join(at: &state.seam) }
    if state.firstContent == nil, output.hasContent { state.firstContent = piece.duration }
    state.usage = output.usageMetadata ?? state.usage
    var stamp = state.stamp ?? ResponseStamp(model: hybrid)
    output.stamp(with: &stamp, after: piece.duration)
    state.stamp = stamp
    self.output.yield(output)
  }

  private func end(_ state: inout State, with error: (any Error)?) {
    guard !state.isOver else { return }
    state.isOver = true
    if error == nil { reportAnswer(state) }
    for task in state.tasks.values { task.cancel() }
    for timer in state.timers { timer.cancel() }
    state.tasks = [:]
    state.timers = []
    state.held = [:]
    output.finish(throwing: error)
  }

  private func report(_ attempts: some Sequence<RouteAttempt>) {
    guard let observer else { return }
    for attempt in attempts { observer.report(.attemptEnded(attempt)) }
  }

  private func reportAnswer(_ state: State) {
    guard let observer, let winner = state.winner else { return }
    let model = hybrid.model(winner)
    // A router has reported that itself.
    guard !(model is HybridModel) else { return }
    let attempt = RouteAttempt(
      modelName: model.modelName,
      inferenceSource: model.inferenceSource,
      outcome: .answered,
      duration: hybrid.clock.now() - (state.starts[winner] ?? start)
    )
    observer.report(
      .attemptEnded(attempt, usage: state.usage, timeToFirstContent: state.firstContent)
    )
  }
}

extension RouteConductor {
  /// Asks one model, and takes what it gives.
  private func run(
    _ model: any LanguageModel,
    _ choice: RoutePlan.Choice,
    _ request: ModelRequest
  ) async {
    let counter = RetryCounter { [observer] number in
      observer?.report(.retry(modelName: model.modelName, number: number))
    }
    do {
      try await RetryCounter.$current.withValue(counter) {
        try await form.ask(model, request) { try receive($0, from: choice) }
      }
      try Task.checkCancellation()
      try checkEnd(of: choice)
      handle(.ended(choice))
    } catch {
      failed(choice, with: GenerationError.callerError(from: error), retries: counter.count)
    }
  }

  private func receive(_ output: Output, from choice: RoutePlan.Choice) throws {
    try state.withLock { state in
      let duration = hybrid.clock.now() - (state.starts[choice] ?? start)
      let piece = Piece(output: output, duration: duration)
      if form.isEnd(output) { state.ended.insert(choice) }
      if state.winner == choice { return deliver(piece, &state) }
      if let failure = form.failure(output) { throw failure }
      state.held[choice, default: []].append(piece)
      if output.hasContent { handle(.content(choice), &state) }
    }
  }

  /// Throws when an answer has no end.
  private func checkEnd(of choice: RoutePlan.Choice) throws {
    let hasEnded = state.withLock { $0.ended.contains(choice) }
    if !hasEnded { throw GenerationError.connectionLost(partialResponse: nil) }
  }

  private func failed(_ choice: RoutePlan.Choice, with error: any Error, retries: Int) {
    guard let error = error as? GenerationError else { return stopped(choice) }
    if let coolDown = hybrid.policy.coolDown, error.isOffline {
      let pause = hybrid.outages.wentOffline(choice, at: hybrid.clock.now(), coolDown: coolDown)
      observer?.report(.coolDown(modelName: hybrid.model(choice).modelName, duration: pause))
    }
    handle(.failed(choice, error, retries: retries))
  }

  /// A model's task was cancelled: by us, or the model ended with that of its own accord.
  private func stopped(_ choice: RoutePlan.Choice) {
    let wasCancelled = state.withLock { $0.isOver || $0.tasks[choice] == nil }
    guard !wasCancelled else { return }
    state.withLock { end(&$0, with: CancellationError()) }
  }
}
