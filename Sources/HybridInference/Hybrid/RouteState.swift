/// What a route's tasks share: the plan, what models have given, and who is at work.
///
/// It gives pieces of the answer out itself, so that they stay in order; all else it returns as
/// effects.
struct RouteState<Output: RouteOutput>: Sendable {
  /// Something that a model gave, and how long after it was asked.
  struct Piece {
    var output: Output
    var duration: Duration
  }

  private struct Progress {
    let work: RouteWork
    var task: Task<Void, Never>?
    /// What came before content, and may never count.
    var held: [Piece] = []
    /// How far the answer is.
    var end = AnswerEnd()
  }

  private var plan: RoutePlan
  private let hybrid: HybridModel
  private let output: AsyncThrowingStream<Output, any Error>.Continuation?
  private let isObserved: Bool
  /// When the route began.
  private let start: Duration
  private var progress: [RoutePlan.Choice: Progress] = [:]
  private var timers: [Task<Void, Never>] = []
  private var workCount = 0
  private var stamp: ResponseStamp?
  private var firstContent: Duration?
  private var usage: UsageMetadata?
  /// What is to be given out, where there is no output.
  private var given: [Output] = []

  /// What runs the models, where they work one after the other.
  var driver: Task<Void, Never>?
  /// What the driver runs next.
  var next: RouteWork?
  private(set) var winner: RoutePlan.Choice?
  private(set) var seam = AnswerSeam()
  private(set) var failure: (any Error)?
  private(set) var isOver = false

  init(
    plan: RoutePlan,
    hybrid: HybridModel,
    output: AsyncThrowingStream<Output, any Error>.Continuation?,
    isObserved: Bool,
    start: Duration
  ) {
    self.start = start
    self.plan = plan
    self.hybrid = hybrid
    self.output = output
    self.isObserved = isObserved
  }

  /// Begins.
  mutating func begin() -> [RouteEffect] {
    guard !isOver else { return [] }
    let actions = plan.begin()
    return reports(of: plan.endedAttempts[...]) + effects(of: actions)
  }

  /// Takes something in that happened.
  mutating func handle(_ event: RoutePlan.Event, at now: Duration) -> [RouteEffect] {
    guard !isOver else { return [] }
    let known = plan.endedAttempts.count
    let actions = plan.handle(event, at: now)
    return reports(of: plan.endedAttempts[known...]) + effects(of: actions)
  }

  /// Ends, if it has not ended yet.
  mutating func end(with error: (any Error)?) -> [RouteEffect] {
    guard !isOver else { return [] }
    isOver = true
    failure = error
    var effects: [RouteEffect] = []
    if error == nil, let report = report(of: .answered) { effects.append(report) }
    effects += (progress.values.compactMap(\.task) + timers).map(RouteEffect.cancel)
    if error is CancellationError, let driver { effects.append(.cancel(driver)) }
    progress = [:]
    timers = []
    return effects + [.finish(error)]
  }
}

extension RouteState {
  /// Whether a model that was to be asked still is.
  func awaits(_ choice: RoutePlan.Choice, as role: RoutePlan.Role) -> Bool {
    !isOver && plan.awaits(choice, as: role)
  }

  /// A model is asked.
  mutating func add(
    _ choice: RoutePlan.Choice,
    model: any LanguageModel,
    request: ModelRequest,
    at start: Duration
  ) -> RouteWork {
    workCount += 1
    let work = RouteWork(
      choice: choice,
      number: workCount,
      model: model,
      request: request,
      start: start
    )
    progress[choice] = Progress(work: work)
    return work
  }

  /// A model works in this task.
  mutating func run(_ choice: RoutePlan.Choice, in task: Task<Void, Never>) {
    progress[choice]?.task = task
  }

  /// What to run next, once.
  mutating func takeNext() -> RouteWork? {
    defer { next = nil }
    return isOver ? nil : next
  }

  /// What has come of the answer and has not been given out, once.
  mutating func takeGiven() -> [Output] {
    defer { given = [] }
    return given
  }

  /// The answer is of no use to whoever asked: it has been blocked, for example.
  mutating func reject(_ error: any Error) -> [RouteEffect] {
    guard !isOver else { return [] }
    var effects: [RouteEffect] = []
    if let error = error as? GenerationError, let failure = report(of: .failed, error: error) {
      effects.append(failure)
    }
    return effects + end(with: CancellationError())
  }

  /// Keeps a timer, to be stopped; tells whether it is of use.
  mutating func keep(_ timer: Task<Void, Never>) -> Bool {
    guard !isOver, winner == nil else { return false }
    timers.append(timer)
    return true
  }

  /// Whether a model is still at work.
  func isCurrent(_ work: RouteWork) -> Bool {
    !isOver && progress[work.choice]?.work.number == work.number
  }

  /// Whether a model's answer has come to its end.
  func hasEnded(_ work: RouteWork) -> Bool {
    isCurrent(work) && progress[work.choice]?.end.isReached == true
  }

  /// Whether nothing of a model's answer is missing, whatever becomes of the model.
  func hasGivenAll(_ work: RouteWork) -> Bool {
    isCurrent(work) && progress[work.choice]?.end.isWhole == true
  }

  /// A model goes on with the answer.
  mutating func beginSeam(of request: ModelRequest, with model: any LanguageModel) {
    let names = plan.endedAttempts.last.map(\.modelName) ?? ""
    seam.begin(
      note: "Begun by \(names), continued by \(model.modelName).",
      // One on the device goes on exactly; a server may begin anew.
      shortestRepetition: model.runs(in: .inCloud)
        ? AnswerSeam.shortestRepetition(of: seam.text, isJSON: request.schema != nil) : nil
    )
  }

  /// Takes what a model gave; tells whether it is the model's first content.
  ///
  /// Throws the failure that it amounts to.
  mutating func receive(
    _ piece: Piece,
    of work: RouteWork,
    as form: RouteForm<Output>
  ) throws -> Bool {
    let isWinner = winner == work.choice
    // What amounts to a failure is no end of an answer, but where it has begun.
    if !isWinner, let failure = form.failure(piece.output) { throw failure }
    if var end = progress[work.choice]?.end {
      form.noteEnd(piece.output, &end)
      progress[work.choice]?.end = end
    }
    if isWinner {
      deliver(piece)
      return false
    }
    progress[work.choice]?.held.append(piece)
    return piece.output.hasContent
  }
}

extension RouteState {
  private mutating func effects(of actions: [RoutePlan.Action]) -> [RouteEffect] {
    var effects: [RouteEffect] = []
    for action in actions {
      switch action {
      case .ask(let choice, let role): effects.append(.ask(choice, role))
      case .start(let timer, let duration): effects.append(.start(timer, duration))
      case .cancel(let choice):
        if let task = progress.removeValue(forKey: choice)?.task { effects.append(.cancel(task)) }
      case .take(let choice):
        take(choice)
        effects += timers.map(RouteEffect.cancel)
        timers = []
      case .finish: effects += end(with: nil)
      case .fail(let error): effects += end(with: error)
      case .log(let line): effects.append(.log(line))
      }
    }
    return effects
  }

  /// What this model gives is the answer.
  private mutating func take(_ choice: RoutePlan.Choice) {
    winner = choice
    stamp = ResponseStamp(model: hybrid.model(choice), failures: plan.endedAttempts)
    let held = progress[choice]?.held ?? []
    progress[choice]?.held = []
    for piece in held { deliver(piece) }
    hybrid.outages.cameBack(choice)
  }

  private mutating func deliver(_ piece: Piece) {
    var piece = piece
    if hybrid.policy.continuesInterruptedStreams { piece.output.join(at: &seam) }
    if firstContent == nil, piece.output.hasContent { firstContent = piece.duration }
    usage = piece.output.usageMetadata ?? usage
    var stamp = stamp ?? ResponseStamp(model: hybrid)
    piece.output.stamp(with: &stamp, after: piece.duration)
    self.stamp = stamp
    if let output { output.yield(piece.output) } else { given.append(piece.output) }
  }

  private func reports(of attempts: ArraySlice<RouteAttempt>) -> [RouteEffect] {
    guard isObserved, !attempts.isEmpty else { return [] }
    // Routers among the models report themselves.
    let routers = [hybrid.primary, hybrid.secondary].filter { $0 is HybridModel }.map(\.modelName)
    return attempts.filter { !routers.contains($0.modelName) }
      .map { RouteEffect.report(.attemptEnded($0)) }
  }

  /// How the model did whose answer this is.
  private func report(
    of outcome: RouteAttempt.Outcome,
    error: GenerationError? = nil
  ) -> RouteEffect? {
    guard isObserved, let winner, let work = progress[winner]?.work, !(work.model is HybridModel)
    else { return nil }
    let attempt = RouteAttempt(
      modelName: work.model.modelName,
      inferenceSource: work.model.inferenceSource,
      outcome: outcome,
      error: error,
      duration: hybrid.clock.now() - start - work.start
    )
    return .report(.attemptEnded(attempt, usage: usage, timeToFirstContent: firstContent))
  }
}
