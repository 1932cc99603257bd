/// How often, and after which waits, a request is repeated that failed for a passing reason.
///
/// Repeated are lost connections and the HTTP codes 408, 429, 500, 502, 503 and 504, and only
/// before any of the answer was passed on. A missing connection is not repeated, so that a hybrid
/// falls back at once; nor is a request that used up a quota per day. Times below zero count as
/// zero, and those beyond ten years as that.
public struct RetryPolicy: Sendable, Hashable {
  /// How often a request is sent at most, the first time included; at least 1.
  public var maximumAttempts: Int
  /// The ceiling of the wait before the first repetition.
  ///
  /// It doubles with each further one. The wait itself is picked at random between zero and its
  /// ceiling, so that many clients do not come back all at once.
  public var initialDelay: Duration
  /// The greatest ceiling of a wait.
  public var maximumDelay: Duration
  /// The most time that all waits of one request may take together.
  ///
  /// A server may ask for a wait; when it is longer than what is left of this, the request fails at
  /// once with the server's error.
  public var waitingBudget: Duration

  /// Creates a policy.
  public init(
    maximumAttempts: Int = 3,
    initialDelay: Duration = .milliseconds(500),
    maximumDelay: Duration = .seconds(8),
    waitingBudget: Duration = .seconds(10)
  ) {
    self.maximumAttempts = maximumAttempts
    self.initialDelay = initialDelay
    self.maximumDelay = maximumDelay
    self.waitingBudget = waitingBudget
  }

  /// Up to three attempts, about a second of waiting unless the server asks for more.
  public static let `default` = RetryPolicy()

  /// One attempt.
  public static let none = RetryPolicy(maximumAttempts: 1)
}
