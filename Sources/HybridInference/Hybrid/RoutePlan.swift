/// Decides, for one request, which of a hybrid's models is asked, when, and whose answer counts.
///
/// It is told what happens, and when, and says what to do. It does nothing itself.
struct RoutePlan {
  /// One of the two models.
  enum Choice: Hashable, CaseIterable {
    case primary
    case secondary
  }

  /// What the plan knows of a model before it is asked.
  struct Candidate {
    var choice: Choice
    var name: String
    var source: InferenceSource
    /// Whether it can go on with an answer that another model began.
    var canContinue = false
    /// Whether it has been offline lately.
    var isCoolingDown = false
  }

  /// Something that happens.
  enum Event {
    /// The model that was to be asked is at work.
    case started(Choice, Role)
    /// It did not come to that: it refuses the request.
    case refused(Choice, Role, GenerationError)
    /// A model's answer has content.
    case content(Choice)
    /// A model's answer is complete.
    case ended(Choice)
    /// A model has failed.
    case failed(Choice, GenerationError, retries: Int)
    /// A time is over.
    case timeIsOver(Timer)
  }

  /// A time that something is waited for.
  enum Timer: Hashable {
    case firstContent
    case hedge
  }

  /// Why a model is asked.
  enum Role: Hashable {
    /// It is the first one.
    case first
    /// Another one has failed, or takes too long.
    case fallback
    /// Another one is still at work.
    case hedge
    /// It goes on with another one's answer.
    case continuation
  }

  /// What to do.
  enum Action {
    /// Ask a model; say then that it has started, or refuses.
    case ask(Choice, Role)
    /// Say when this much time has passed.
    case start(Timer, Duration)
    /// Stop a model.
    case cancel(Choice)
    /// What this model gives, and has given already, is the answer.
    case take(Choice)
    /// The answer is complete.
    case finish
    /// There is no answer.
    case fail(GenerationError)
    /// Write a line to the log.
    case log(String)
  }

  private struct Attempt {
    var candidate: Candidate
    var role: Role
    var start: Duration
    var isAtWork = false

    /// Whether this is what was to be done: another role was for an earlier moment of the route.
    func isAwaited(_ choice: Choice, as role: Role) -> Bool {
      candidate.choice == choice && self.role == role && !isAtWork
    }
  }

  private let policy: HybridPolicy
  private let request: ModelRequest
  /// The models that have not been asked.
  private var queue: [Candidate]
  /// The models that have been asked and have not ended, in that order.
  private var attempts: [Attempt] = []
  private var winner: Choice?
  /// Whether an answer was interrupted in the middle; another model is to go on with it.
  private var wasInterrupted = false
  private var isOver = false

  /// The attempts that have ended without being the answer, in order.
  private(set) var endedAttempts: [RouteAttempt] = []

  /// Creates a plan for the models that may answer a request, in the order in which to ask them.
  init(policy: HybridPolicy, request: ModelRequest, candidates: [Candidate]) {
    self.policy = policy
    self.request = request
    queue = candidates
  }

  /// The first things to do.
  mutating func begin() -> [Action] {
    guard !queue.isEmpty else {
      return fail(.unsupportedPromptContent(reason: "no model may answer it where it is to run"))
    }
    putCoolingModelLast()
    return askNext(as: .first, at: .zero)
  }

  /// Whether a model was to be asked in a role, and neither has started nor has become needless.
  func awaits(_ choice: Choice, as role: Role) -> Bool {
    !isOver && attempts.contains { $0.isAwaited(choice, as: role) }
  }

  /// A model that has been offline lately is left alone, but not given up.
  ///
  /// Only where the rule would let the other one answer in its place.
  private mutating func putCoolingModelLast() {
    guard queue.count > 1, queue[0].isCoolingDown, !queue[1].isCoolingDown else { return }
    let cooling = queue[0]
    let error = GenerationError.offline(reason: "it was offline shortly before")
    guard policy.fallback.allows(failure(of: cooling, error, deliveredContent: false)) else {
      return
    }
    queue.swapAt(0, 1)
    endedAttempts.append(
      RouteAttempt(modelName: cooling.name, inferenceSource: cooling.source, outcome: .coolingDown)
    )
  }

  /// Takes something in that happened.
  ///
  /// - Parameters:
  ///   - event: What happened; of a model that has ended, nothing counts any more.
  ///   - time: When, since the request began.
  /// - Returns: What to do, in order.
  mutating func handle(_ event: Event, at time: Duration) -> [Action] {
    guard !isOver else { return [] }
    switch event {
    case .started(let choice, let role): return started(choice, as: role, at: time)
    case .refused(let choice, let role, let error):
      let place = attempts.firstIndex { $0.isAwaited(choice, as: role) }
      return place.map { ended(at: $0, with: error, asked: false, at: time) } ?? []
    case .content(let choice): return take(choice, at: time)
    case .ended(let choice):
      guard isAtWork(choice) else { return [] }
      let actions = take(choice, at: time)
      isOver = true
      return actions + [.finish]
    case .failed(let choice, let error, let retries):
      let place = attempts.firstIndex { $0.candidate.choice == choice && $0.isAtWork }
      return place.map { ended(at: $0, with: error, asked: true, retries: retries, at: time) } ?? []
    case .timeIsOver(let timer):
      guard winner == nil, attempts.contains(where: \.isAtWork) else { return [] }
      if timer == .hedge { return isOtherOneReady ? askNext(as: .hedge, at: time) : [] }
      // If the other one is at work already, it goes on alone.
      return isOtherOneReady ? askNext(as: .fallback, at: time) : giveUpLateOne(at: time)
    }
  }

  /// Whether there is a model that can be asked beside the one at work.
  private var isOtherOneReady: Bool { queue.first.map { !$0.isCoolingDown } ?? false }
}

extension RoutePlan {
  private func isAtWork(_ choice: Choice) -> Bool {
    attempts.contains { $0.candidate.choice == choice && $0.isAtWork }
  }

  private mutating func fail(_ error: GenerationError) -> [Action] {
    isOver = true
    return [.fail(error)]
  }

  /// Ends with the last error, or with all of them.
  private mutating func giveUp(with error: GenerationError) -> [Action] {
    let failures = endedAttempts.filter { $0.error != nil }
    return fail(failures.count > 1 ? .allModelsFailed(failures) : error)
  }

  private mutating func askNext(as role: Role, at time: Duration) -> [Action] {
    guard !queue.isEmpty else { return [] }
    let candidate = queue.removeFirst()
    attempts.append(Attempt(candidate: candidate, role: role, start: time))
    return [.ask(candidate.choice, role)]
  }

  private mutating func started(
    _ choice: Choice,
    as role: Role,
    at time: Duration
  ) -> [Action] {
    guard let index = attempts.firstIndex(where: { $0.isAwaited(choice, as: role) }) else {
      return []
    }
    attempts[index].isAtWork = true
    if let deadline = policy.firstContentDeadline, index > 0, time >= attempts[0].start + deadline {
      return giveUpLateOne(at: time)
    }
    guard index == 0, isOtherOneReady, !wasInterrupted else { return [] }
    return [
      policy.firstContentDeadline.map { .start(.firstContent, $0) },
      policy.hedgeDelay.map { .start(.hedge, $0) },
    ].compactMap { $0 }
  }

  /// Stops the model that was asked first, when the other one is at work.
  private mutating func giveUpLateOne(at time: Duration) -> [Action] {
    guard attempts.count > 1, attempts[1].isAtWork else { return [] }
    let late = attempts.removeFirst()
    record(late, .failed, error: .timedOut, at: time)
    return [
      .cancel(late.candidate.choice),
      .log(
        "\(late.candidate.name) gave nothing in time, falling back to \(attempts[0].candidate.name)."
      ),
    ]
  }

  private mutating func take(_ choice: Choice, at time: Duration) -> [Action] {
    guard winner != choice, isAtWork(choice) else { return [] }
    winner = choice
    var actions: [Action] = []
    for other in attempts where other.candidate.choice != choice {
      if other.isAtWork { record(other, .outpaced, error: nil, at: time) }
      actions.append(.cancel(other.candidate.choice))
      // It may yet have to go on with this answer.
      queue.append(other.candidate)
    }
    attempts.removeAll { $0.candidate.choice != choice }
    return actions + [.take(choice)]
  }

  private mutating func ended(
    at index: Int,
    with error: GenerationError,
    asked: Bool,
    retries: Int = 0,
    at time: Duration
  ) -> [Action] {
    let attempt = attempts.remove(at: index)
    let isWinner = winner == attempt.candidate.choice
    let outcome: RouteAttempt.Outcome =
      isWinner ? .interrupted : asked ? .failed : .init(refusal: error)
    record(attempt, outcome, error: error, retries: retries, at: time)
    if isWinner { return interrupted(attempt.candidate, by: error, at: time) }
    // The other one is still at work: it is the answer, or the error.
    guard attempts.isEmpty else { return [] }
    let failure = failure(of: attempt.candidate, error, deliveredContent: false)
    guard let next = queue.first, !wasInterrupted, policy.fallback.allows(failure) else {
      return giveUp(with: error)
    }
    let line = "\(attempt.candidate.name) did not answer, falling back to \(next.name). \(error)"
    return [.log(line)] + askNext(as: .fallback, at: time)
  }

  /// The model whose answer is being given was lost in the middle of it.
  private mutating func interrupted(
    _ candidate: Candidate,
    by error: GenerationError,
    at time: Duration
  ) -> [Action] {
    let failure = failure(of: candidate, error, deliveredContent: true)
    guard policy.continuesInterruptedStreams, let next = queue.first, next.canContinue,
      policy.fallback.allowsContinuing(after: failure)
    else { return giveUp(with: error) }
    wasInterrupted = true
    winner = nil
    let line = "\(candidate.name) was interrupted, \(next.name) goes on. \(error)"
    return [.log(line)] + askNext(as: .continuation, at: time)
  }

  private func failure(
    of candidate: Candidate,
    _ error: GenerationError,
    deliveredContent: Bool
  ) -> FailedAttempt {
    FailedAttempt(
      modelName: candidate.name,
      inferenceSource: candidate.source,
      error: error,
      deliveredContent: deliveredContent,
      request: request
    )
  }

  private mutating func record(
    _ attempt: Attempt,
    _ outcome: RouteAttempt.Outcome,
    error: GenerationError?,
    retries: Int = 0,
    at time: Duration
  ) {
    endedAttempts.append(
      RouteAttempt(
        modelName: attempt.candidate.name,
        inferenceSource: attempt.candidate.source,
        outcome: outcome,
        error: error,
        duration: attempt.isAtWork ? time - attempt.start : .zero,
        retries: retries
      )
    )
  }
}

extension RouteAttempt.Outcome {
  /// The outcome of a model that refuses a request without being asked.
  fileprivate init(refusal: GenerationError) {
    if case .assetsUnavailable = refusal { self = .unavailable } else { self = .unsupported }
  }
}
