/// A request as the scheduler gets it.
struct Submission: Sendable {
  var id: Int
  /// The tokens of the prompt; at least one.
  var prompt: [TokenID]
  /// How tokens are picked.
  var sampling: SamplingPlan
  /// The most tokens of the answer; 0: the prompt is only read, to be there when it is needed.
  var limit: Int
  /// What the answer is held to; `nil` for free text.
  var grammar: Grammar?
  /// What has come of the answer already, at the prompt's end.
  var beginning = ""
  /// Takes more of the answer, in whole characters, on the scheduler's thread.
  var receive: @Sendable (String) -> Void
  /// Takes how it ended, once, after all of the answer.
  var end: @Sendable (Result<GenerationResult, any Error>) -> Void
}
