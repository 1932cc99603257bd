import HybridInference

/// What happens to a request that runs.
enum GenerationEvent: Sendable {
  /// More of the answer, in whole characters.
  case text(String)
  /// The answer is complete.
  case finished(GenerationResult)
}

/// The figures of an answer that is complete.
struct GenerationResult: Sendable {
  var finishReason: FinishReason
  /// The tokens of the prompt.
  var promptTokenCount: Int
  /// Those of them that need not be read, since a sequence held them.
  var reusedTokenCount: Int
  /// The tokens of the answer, without the one that ended it.
  var answer: [TokenID]
  /// Whether its text ends before its last token does.
  var isCut = false
}
