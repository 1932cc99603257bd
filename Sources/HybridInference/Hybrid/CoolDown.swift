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
