/// Who wants the outcome of a load, and whether anybody still does: the decisions of ``Loading``.
///
/// It does nothing itself.
struct LoadInterest<Outcome, Waiter> {
  /// What becomes of somebody who asks for the outcome.
  enum Answer {
    /// It is known.
    case known(Outcome)
    /// It will be told.
    case wait
    /// Whoever asks has given up already.
    case cancelled
    /// Nobody wanted it for a while, and the load was stopped: it must begin again.
    case stopped
  }

  /// The outcome, once it is known.
  private(set) var outcome: Outcome?
  /// Whether the load was stopped.
  private(set) var isStopped = false

  private var lastNumber = 0
  /// Those who want the outcome, and have neither got it nor given up.
  private var interested: Set<Int> = []
  private var waiters: [Int: Waiter] = [:]

  /// Somebody wants the outcome, and gets a number.
  mutating func announce() -> Int {
    lastNumber += 1
    interested.insert(lastNumber)
    return lastNumber
  }

  /// Somebody who was announced asks for it.
  mutating func ask(_ number: Int, _ waiter: Waiter) -> Answer {
    guard interested.contains(number) else { return .cancelled }
    if outcome == nil, !isStopped {
      waiters[number] = waiter
      return .wait
    }
    interested.remove(number)
    return outcome.map(Answer.known) ?? .stopped
  }

  /// Somebody gives up, before or after asking; gives the waiter that is to be told.
  mutating func giveUp(_ number: Int) -> Waiter? {
    interested.remove(number)
    return waiters.removeValue(forKey: number)
  }

  /// Whether the load is to go on: somebody wants it, or nobody has asked yet.
  ///
  /// Once it is not, it stays so, and whoever comes later is told.
  mutating func mayGoOn() -> Bool {
    if outcome == nil, lastNumber > 0, interested.isEmpty { isStopped = true }
    return !isStopped
  }

  /// The load has ended; gives those who are to be told.
  mutating func finish(with outcome: Outcome) -> [Waiter] {
    self.outcome = outcome
    defer {
      interested = []
      waiters = [:]
    }
    return Array(waiters.values)
  }
}
