import HybridInference

/// Why one attempt at a request failed, and whether another one may help.
struct AttemptFailure: Error {
  /// What the caller sees when there is no other attempt.
  var error: GenerationError
  /// Whether another attempt may help.
  var advice: RetryPlan.Advice
  /// The error that the server answered with, where it did.
  var answer: BackendError?

  init(
    _ error: GenerationError,
    _ advice: RetryPlan.Advice = .never,
    answer: BackendError? = nil
  ) {
    self.error = error
    self.advice = advice
    self.answer = answer
  }

  /// What the caller sees when some of the answer has been passed on: an error that can hold it.
  var errorInTheMiddle: GenerationError { answer.map { .backend($0) } ?? error }

  /// The quotas that are used up, for the log; `nil` when the failure is about none.
  ///
  /// The caller's error has no place for them.
  var quotas: String? {
    guard case .rateLimited = error, let answer else { return nil }
    let quotas = answer.typedDetails.flatMap { detail -> [String] in
      guard case .quotaFailure(let violations) = detail else { return [] }
      return violations.map { violation in
        (violation.quotaID ?? violation.quotaMetric ?? violation.subject ?? "a quota")
          + (violation.quotaValue.map { " (\($0))" } ?? "")
      }
    }
    return quotas.isEmpty ? nil : quotas.joined(separator: ", ")
  }

  /// What happened, for the log: without anything that the server said.
  var summary: String {
    if case .backend(let error) = error {
      return "the server answered with error \(error.code)."
    }
    return error.description
  }
}
