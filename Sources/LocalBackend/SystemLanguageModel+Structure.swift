import HybridInference

extension SystemLanguageModel {
  /// What the answer to a request is held to; `nil` for free text.
  ///
  /// - Parameter request: The request.
  /// - Returns: The grammar of its schema, and of the calls that the model may make.
  /// - Throws: What of the schemas is not supported.
  func grammar(for request: ModelRequest) throws(GrammarError) -> Grammar? {
    if let failure = request.schema?.failure { throw GrammarError(reason: failure.reason) }
    let functions = request.callableFunctions
    guard functions.isEmpty else {
      for function in functions {
        guard let failure = function.parameters?.failure else { continue }
        throw GrammarError(reason: failure.reason).named(ToolNotation.title(of: function))
      }
      return try GrammarCache.shared.grammar(
        for: ToolNotation.form(
          of: functions,
          isRequired: request.options.tools.mode == .required,
          schema: request.schema
        )
      )
    }
    guard let schema = request.schema else { return nil }
    return try GrammarCache.shared.grammar(for: .value(schema))
  }

  /// The conversation as the model is shown it.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - defaultInstructions: The instructions of a conversation that has none.
  /// - Returns: The conversation, with the tools and the schema in it.
  func conversation(
    of request: ModelRequest,
    defaultInstructions: String? = nil
  ) -> ShownConversation {
    var conversation = ShownConversation(request)
    if let schema = request.schema, request.includeSchemaInPrompt {
      conversation.transcript = conversation.transcript.showing(schema)
    }
    // Also when none may be called now: so the turns stay read.
    if !request.functions.isEmpty {
      conversation.transcript = conversation.transcript.breakingUpToolMarks()
      conversation.beginning = ToolNotation.callMarks.breakingUp(conversation.beginning)
    }
    // All of them, also when only some may be called: so the instructions stay read.
    if !request.callableFunctions.isEmpty {
      conversation.transcript = conversation.transcript.showing(
        request.functions,
        defaultInstructions: defaultInstructions
      )
    }
    return conversation
  }

  /// What of the answer so far its grammar goes on from.
  ///
  /// Another model may have written it, and it is only text: a mark in it opens no call.
  ///
  /// - Parameters:
  ///   - beginning: The answer so far.
  ///   - grammar: What the whole answer is held to.
  /// - Returns: The beginning; empty where free text comes next, which goes on from anything.
  /// - Throws: `decodingFailure` when it does not fit.
  func constrained(
    _ beginning: String,
    by grammar: Grammar?
  ) throws(GenerationError) -> String {
    guard let grammar, grammar.startsAtOnce, !beginning.isEmpty else { return "" }
    var constraint = OutputConstraint(grammar)
    // No JSON begins as calls do.
    guard beginning.utf8.first != ToolNotation.callStart.utf8.first,
      constraint.accept(beginning.utf8)
    else {
      throw .decodingFailure(reason: "what has come of the answer does not fit the schema")
    }
    return beginning
  }
}

extension ModelRequest {
  /// The functions that the model may call.
  var callableFunctions: [FunctionDeclaration] {
    guard options.tools.mode != .none else { return [] }
    let allowed = options.tools.allowedNames
    return functions.filter { allowed?.contains($0.name) ?? true }
  }
}
