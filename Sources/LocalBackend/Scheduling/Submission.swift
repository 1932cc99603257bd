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
  /// Where events go.
  var continuation: AsyncThrowingStream<GenerationEvent, any Error>.Continuation
}
