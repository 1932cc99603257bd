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

/// What is known of the outages of a hybrid's models.
///
/// Pure: it is told the time.
struct OutageRecord {
  private var failures: [RoutePlan.Choice: Int] = [:]
  private var ends: [RoutePlan.Choice: Duration] = [:]

  /// Whether a model is to be left alone.
  ///
  /// - Parameters:
  ///   - choice: The model.
  ///   - now: The time, since any fixed point.
  /// - Returns: Whether it is.
  func isCoolingDown(_ choice: RoutePlan.Choice, at now: Duration) -> Bool {
    ends[choice].map { now < $0 } ?? false
  }

  /// A model was offline.
  ///
  /// Returns how long it is left alone.
  mutating func wentOffline(
    _ choice: RoutePlan.Choice,
    at now: Duration,
    coolDown: CoolDown
  ) -> Duration {
    // Requests that were under way together are one outage.
    if isCoolingDown(choice, at: now) { return ends[choice].map { $0 - now } ?? .zero }
    failures[choice, default: 0] += 1
    let duration = coolDown.duration(afterFailures: failures[choice, default: 0])
    ends[choice] = now + duration
    return duration
  }

  /// A model gave content: its connection is there.
  mutating func cameBack(_ choice: RoutePlan.Choice) {
    guard failures[choice] != nil else { return }
    failures[choice] = nil
    ends[choice] = nil
  }
}
