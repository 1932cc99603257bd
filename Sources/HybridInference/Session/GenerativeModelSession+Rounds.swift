extension GenerativeModelSession {
  /// How a turn ended well.
  struct TurnAnswer: Sendable {
    /// All that the model said in the turn, as one response.
    var response: GenerateContentResponse
    /// The rounds before the last one: answers with calls, and their results.
    let toolEntries: [Transcript.Entry]
    /// The request that the model answered at last.
    let request: ModelRequest
  }

  /// Asks the model, carries out what it calls and asks again, until it answers.
  ///
  /// Each question is a request with the whole conversation, so that any model can answer it: what
  /// tools gave goes along, and none runs again.
  ///
  /// - Parameters:
  ///   - turn: The turn.
  ///   - ask: Asks once, and gives all that was said in the turn so far.
  /// - Returns: The answer.
  /// - Throws: What `ask` throws, `toolCallFailed`, or `CancellationError`.
  func rounds(
    of turn: Turn,
    ask: (ModelRequest) async throws -> GenerateContentResponse
  ) async throws -> TurnAnswer {
    let runner = ToolRunner(tools: functions, options: turn.request.options.tools)
    var loop = ToolLoop(turn.request, tools: functions)
    while true {
      let response = try await ask(loop.request)
      switch loop.answered(response.lastRound, by: response.modelVersion) {
      case .finish:
        return TurnAnswer(response: response, toolEntries: loop.entries, request: loop.request)
      case .run(let calls):
        loop.add(try await runner.responses(to: calls))
      case .fail(let error):
        throw error
      }
    }
  }
}
