/// The tokens that a model reads in one step.
struct BatchStep: Equatable {
  /// Tokens of one sequence, one after the other.
  struct Span: Equatable {
    /// The request that they belong to.
    var request: Int
    /// The sequence that they are read into.
    var sequence: Int
    /// The tokens; their indices are their positions in the sequence.
    var tokens: ArraySlice<TokenID>
    /// Whether the token after the last one is to be picked.
    var wantsOutput: Bool
  }

  /// The spans, by ascending sequence: llama.cpp then computes neighbours together.
  var spans: [Span]

  /// How many tokens there are.
  var tokenCount: Int { spans.reduce(0) { $0 + $1.tokens.count } }
}

/// How a step ended.
enum StepOutcome: Equatable {
  /// All tokens were read.
  case completed
  /// It was stopped; any number of its tokens may have been read.
  case aborted
  /// It failed, with the engine's code; any number of its tokens may have been read.
  case failed(code: Int)
}
