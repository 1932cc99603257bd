@testable import HybridInference

/// The routes of a request as the documentation tells them: slow, obvious, and written without looking
/// at ``RoutePlan``.
struct RouteReference {
  /// What is to be done, in words that can be compared.
  enum Step: Hashable {
    case ask(RoutePlan.Choice, RoutePlan.Role)
    case start(RoutePlan.Timer)
    case cancel(RoutePlan.Choice)
    case take(RoutePlan.Choice)
    case finish
    case fail([RouteFault])
  }

  /// How far a model is.
  private enum Stage {
    /// It has not been asked, or was stopped only because another one was faster.
    case fresh
    case asked
    case working
    case spent
  }

  private struct Model {
    let choice: RoutePlan.Choice
    let source: InferenceSource
    let canContinue: Bool
    let isCoolingDown: Bool
    var stage = Stage.fresh
    var role = RoutePlan.Role.first
    var askedAt = Duration.zero

    var isLive: Bool { stage == .asked || stage == .working }
  }

  private let policy: RoutePolicySample
  private var models: [Model]
  /// Who gives the answer now.
  private var speaker: RoutePlan.Choice?
  private var hasSpoken = false
  private var faults: [RouteFault] = []
  private(set) var isOver = false

  init(_ policy: RoutePolicySample, _ candidates: [RoutePlan.Candidate]) {
    self.policy = policy
    models = candidates.map {
      Model(
        choice: $0.choice,
        source: $0.source,
        canContinue: $0.canContinue,
        isCoolingDown: $0.isCoolingDown
      )
    }
  }

  mutating func begin() -> [Step] {
    if models.isEmpty { return fail(with: .unsupported) }
    if models.count == 2, models[0].isCoolingDown, !models[1].isCoolingDown,
      policy.fallsBack(from: models[0].source, after: .offline)
    {
      models.reverse()
    }
    return ask(0, as: .first, at: .zero)
  }

  mutating func handle(_ event: RouteEventSample, at now: Duration) -> [Step] {
    if isOver { return [] }
    switch event {
    case .started(let choice, let role): return started(choice, as: role, at: now)
    case .refused(let choice, let role, let fault):
      guard let place = place(of: choice), models[place].stage == .asked,
        models[place].role == role
      else { return [] }
      return failed(place, fault, at: now)
    case .failed(let choice, let fault):
      guard let place = place(of: choice), models[place].stage == .working else { return [] }
      return speaker == choice ? lost(place, fault, at: now) : failed(place, fault, at: now)
    case .content(let choice):
      guard let place = place(of: choice), models[place].stage == .working else { return [] }
      return spoke(place)
    case .ended(let choice):
      guard let place = place(of: choice), models[place].stage == .working else { return [] }
      let steps = spoke(place)
      isOver = true
      return steps + [.finish]
    case .hedge:
      // Only while the first one works, and nobody has spoken.
      guard isAwaited, let other = readyOne else { return [] }
      return ask(other, as: .hedge, at: now)
    case .deadline:
      guard isAwaited else { return [] }
      if let other = readyOne { return ask(other, as: .fallback, at: now) }
      return dropLateOne()
    }
  }

  private func place(of choice: RoutePlan.Choice) -> Int? {
    models.firstIndex { $0.choice == choice }
  }

  /// Whether a model works and none has spoken.
  private var isAwaited: Bool {
    speaker == nil && models.contains { $0.stage == .working }
  }

  /// A model that is worth asking beside one at work: not one that is known to be offline.
  private var readyOne: Int? { models.firstIndex { $0.stage == .fresh && !$0.isCoolingDown } }

  private mutating func ask(_ place: Int, as role: RoutePlan.Role, at now: Duration) -> [Step] {
    models[place].stage = .asked
    models[place].askedAt = now
    models[place].role = role
    return [.ask(models[place].choice, role)]
  }

  private mutating func fail(with fault: RouteFault) -> [Step] {
    isOver = true
    return [.fail(faults.count > 1 ? faults : [fault])]
  }

  private mutating func started(
    _ choice: RoutePlan.Choice,
    as role: RoutePlan.Role,
    at now: Duration
  ) -> [Step] {
    guard let place = place(of: choice), models[place].stage == .asked,
      models[place].role == role
    else { return [] }
    models[place].stage = .working
    let others = models.filter { $0.isLive && $0.choice != choice && $0.askedAt <= now }
    if let other = others.first {
      // The second one is at work: has the first one's time been over?
      guard let deadline = policy.deadline, now - other.askedAt >= deadline else { return [] }
      return dropLateOne()
    }
    guard !hasSpoken, readyOne != nil else { return [] }
    return (policy.deadline == nil ? [] : [Step.start(.firstContent)])
      + (policy.hedge == nil ? [] : [Step.start(.hedge)])
  }

  /// Both are at work, and the first one's time is over.
  private mutating func dropLateOne() -> [Step] {
    guard models.count == 2, models[0].isLive, models[1].stage == .working else { return [] }
    models[0].stage = .spent
    faults.append(.timedOut)
    return [.cancel(models[0].choice)]
  }

  private mutating func spoke(_ place: Int) -> [Step] {
    guard speaker == nil else { return [] }
    speaker = models[place].choice
    hasSpoken = true
    var steps: [Step] = []
    for other in models.indices where other != place && models[other].isLive {
      models[other].stage = .fresh
      steps.append(.cancel(models[other].choice))
    }
    return steps + [.take(models[place].choice)]
  }

  /// Before it said anything.
  private mutating func failed(_ place: Int, _ fault: RouteFault, at now: Duration) -> [Step] {
    models[place].stage = .spent
    faults.append(fault)
    if models.contains(where: \.isLive) { return [] }
    guard !hasSpoken, policy.fallsBack(from: models[place].source, after: fault),
      let other = models.firstIndex(where: { $0.stage == .fresh })
    else { return fail(with: fault) }
    return ask(other, as: .fallback, at: now)
  }

  /// In the middle of what it said.
  private mutating func lost(_ place: Int, _ fault: RouteFault, at now: Duration) -> [Step] {
    models[place].stage = .spent
    faults.append(fault)
    speaker = nil
    guard policy.continues, policy.goesOn(after: fault),
      let other = models.firstIndex(where: { $0.stage == .fresh && $0.canContinue })
    else { return fail(with: fault) }
    return ask(other, as: .continuation, at: now)
  }
}
