import HybridInference

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
