import HybridInference

/// Why one attempt at a request failed, and whether another one may help.
struct AttemptFailure: Error {
  /// What the caller sees when there is no other attempt.
  var error: GenerationError
  /// Whether another attempt may help.
  var advice: RetryPlan.Advice

  init(_ error: GenerationError, _ advice: RetryPlan.Advice = .never) {
    self.error = error
    self.advice = advice
  }

  /// What happened, for the log: without anything that the server said.
  var summary: String {
    if case .backend(let error) = error {
      return "the server answered with error \(error.code)."
    }
    return error.description
  }
}
