import HybridInference

/// An answer as far as it has come, and what it is held to: decides when it ends.
struct AnswerDraft {
  /// The tokens, without the one that ends the answer.
  private(set) var tokens: [TokenID] = []

  private let limit: Int
  private var assembler = UTF8Assembler()
  private var stops: StopMatcher
  private var constraint: OutputConstraint?

  /// Begins the answer to a request.
  init(_ submission: Submission) {
    self.init(
      limit: submission.limit,
      stopSequences: submission.sampling.stopSequences,
      grammar: submission.grammar,
      beginning: submission.beginning
    )
  }

  init(
    limit: Int,
    stopSequences: [String] = [],
    grammar: Grammar? = nil,
    beginning: String = ""
  ) {
    self.limit = limit
    stops = StopMatcher(stopSequences)
    constraint = limit > 0 ? grammar.map { OutputConstraint($0) } : nil
    _ = constraint?.accept(beginning.utf8)
  }

  /// Whether one of the texts has come that end an answer, so that the text ends before the tokens do.
  var isStopped: Bool { stops.isStopped }

  /// What the next token has to pass; `nil`: any may come.
  func filter(of engine: any TokenEngine) -> TokenFilter? {
    constraint.map { TokenFilter(constraint: $0, vocabulary: engine.vocabulary) }
  }

  /// The tokens that come next in any case, as many as the limit leaves.
  func forcedTokens(of engine: any TokenEngine) -> [TokenID] {
    guard let bytes = constraint?.forcedBytes, !bytes.isEmpty else { return [] }
    return Array((engine.tokens(spelling: bytes) ?? []).prefix(limit - tokens.count))
  }

  /// Takes tokens.
  ///
  /// - Parameters:
  ///   - added: The tokens.
  ///   - bytes: What a token stands for.
  /// - Returns: The text that has become clear, in whole characters; and why the answer ends, if it
  ///   does.
  mutating func take(
    _ added: [TokenID],
    bytes: (TokenID) -> [UInt8]
  ) -> (text: String, reason: FinishReason?) {
    var text = ""
    for token in added {
      let bytes = bytes(token)
      tokens.append(token)
      _ = constraint?.accept(bytes)
      text += stops.append(assembler.append(bytes))
      if stops.isStopped { return (text, .stop) }
      if constraint?.isComplete ?? false { return (text, .stop) }
      if tokens.count >= limit { return (text, .maxTokens) }
    }
    return (text, nil)
  }

  /// The end of the text: what was held back.
  mutating func finish() -> String {
    let end = stops.append(assembler.finish())
    return end + stops.finish()
  }
}
