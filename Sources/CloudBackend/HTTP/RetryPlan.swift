import HybridInference

/// Decides whether a failed request is sent again, and after which wait.
///
/// It is told what happened and says what to do. It does nothing itself.
struct RetryPlan {
  /// What a failure says about trying again.
  enum Advice: Hashable {
    /// The same request would fail again, or must not be sent twice.
    case never
    /// The failure may pass.
    case backOff
    /// The server asks to wait this long.
    case after(Duration)
  }

  /// What to do next.
  enum Action: Hashable {
    /// Send the request again after this wait.
    case retry(after: Duration)
    /// Give up.
    case fail
  }

  private let policy: RetryPolicy
  private var waited = Duration.zero

  /// How often the request has been sent again.
  private(set) var retries = 0

  init(_ policy: RetryPolicy) {
    self.policy = policy
  }

  /// An attempt has failed.
  ///
  /// - Parameters:
  ///   - advice: What the failure says about trying again.
  ///   - timeLeft: What is left of the time for the whole request; `nil`: no limit.
  ///   - random: A random number from 0 to 1.
  /// - Returns: What to do next.
  mutating func attemptFailed(
    _ advice: Advice,
    timeLeft: Duration? = nil,
    random: Double
  ) -> Action {
    guard advice != .never, retries + 1 < policy.maximumAttempts else { return .fail }
    var delay = ceiling * min(max(0, random), 1)
    if case .after(let asked) = advice {
      delay = max(delay, asked.bounded)
    }
    guard delay <= policy.waitingBudget.bounded - waited, timeLeft.map({ delay < $0 }) ?? true
    else { return .fail }
    waited += delay
    retries += 1
    return .retry(after: delay)
  }

  /// The greatest wait before the next attempt.
  private var ceiling: Duration {
    var ceiling = policy.initialDelay.bounded
    let maximum = policy.maximumDelay.bounded
    for _ in 0..<retries where ceiling < maximum {
      ceiling *= 2
    }
    return min(ceiling, maximum)
  }
}
