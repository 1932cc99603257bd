import Foundation

/// How long a model that was offline is left alone, so that a long outage does not cost a connection
/// attempt for each request.
///
/// All sessions of a ``HybridModel`` share what is known. A model that is left alone is still asked
/// when the other one cannot take the request. The first success ends the cool-down.
public struct CoolDown: Sendable, Hashable {
  /// How long after the first failure.
  public var initial: Duration
  /// The longest time.
  public var maximum: Duration
  /// By how much the time grows with each further failure; at least 1.
  public var multiplier: Double

  /// Creates a cool-down.
  ///
  /// - Parameters:
  ///   - initial: How long after the first failure.
  ///   - maximum: The longest time.
  ///   - multiplier: By how much the time grows with each further failure.
  public init(
    initial: Duration = .seconds(5),
    maximum: Duration = .seconds(120),
    multiplier: Double = 2
  ) {
    self.initial = initial
    self.maximum = maximum
    self.multiplier = multiplier
  }

  /// How long after so many failures, one after the other.
  func duration(afterFailures count: Int) -> Duration {
    guard count > 0, initial > .zero else { return .zero }
    let factor = pow(max(1, multiplier), Double(count - 1))
    let seconds = initial / .seconds(1) * factor
    return seconds < maximum / .seconds(1) ? .seconds(seconds) : maximum
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
    failures[choice] = nil
    ends[choice] = nil
  }
}
