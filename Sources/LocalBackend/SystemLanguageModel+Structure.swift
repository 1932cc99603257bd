import HybridInference

extension SystemLanguageModel {
  /// What the answer to a request is held to; `nil` for free text.
  ///
  /// - Parameter request: The request.
  /// - Returns: The grammar of its schema.
  /// - Throws: What of the schema is not supported.
  func grammar(for request: ModelRequest) throws(GrammarError) -> Grammar? {
    guard let schema = request.schema else { return nil }
    if let failure = schema.failure { throw GrammarError(reason: failure.reason) }
    return try GrammarCache.shared.grammar(for: .value(schema))
  }

  /// The conversation as the model is shown it.
  func transcript(of request: ModelRequest) -> Transcript {
    guard let schema = request.schema, request.includeSchemaInPrompt else {
      return request.transcript
    }
    return request.transcript.showing(schema)
  }
}
