extension GenerativeModelSession {
  /// Answers a prompt with text, piece by piece.
  ///
  /// What the model says before, between and after calls of tools comes in one text, joined with
  /// nothing between.
  ///
  /// The work starts at once. Cancelling the reader, or dropping the stream, stops it; the session
  /// can be used again at once. Errors come from the iteration: ``GenerationError``, or
  /// `CancellationError`.
  ///
  /// - Parameters:
  ///   - prompt: The prompt: texts and parts, in order.
  ///   - options: Options for this request; each model reads its own.
  /// - Returns: The stream: snapshots of all the text so far.
  public func streamResponse(
    to prompt: any PromptRepresentable...,
    options: any GenerationOptionsRepresentable = .default
  ) -> ResponseStream<String> {
    stream(prompt, options: options, as: .text)
  }

  /// Answers a prompt with a value of a type, piece by piece.
  ///
  /// Each snapshot extends the one before. A piece with which nothing more can be read gives none, and
  /// only the last snapshot may fail for the value. The answer is not repaired. Where the model calls
  /// tools, the value is its last answer; should it have said something that reads like a value before
  /// a call, the snapshots begin anew after it.
  ///
  /// - Parameters:
  ///   - prompt: The prompt: texts and parts, in order.
  ///   - type: The type of the answer.
  ///   - includeSchemaInPrompt: Whether the type's schema is also written into the prompt.
  ///   - options: Options for this request; each model reads its own.
  /// - Returns: The stream. It throws what `respond` throws.
  public func streamResponse<Content: Generable>(
    to prompt: any PromptRepresentable...,
    generating type: Content.Type = Content.self,
    includeSchemaInPrompt: Bool = true,
    options: any GenerationOptionsRepresentable = .default
  ) -> ResponseStream<Content> {
    do {
      let form = try AnswerForm(generating: type, includeSchemaInPrompt: includeSchemaInPrompt)
      return stream(prompt, options: options, as: form)
    } catch {
      return ResponseStream(failure: error)
    }
  }

  /// Answers a prompt with a value that fits a schema, piece by piece.
  ///
  /// Each snapshot extends the one before. The answer is not repaired.
  ///
  /// - Parameters:
  ///   - prompt: The prompt: texts and parts, in order.
  ///   - schema: The schema of the answer.
  ///   - includeSchemaInPrompt: Whether the schema is also written into the prompt.
  ///   - options: Options for this request; each model reads its own.
  /// - Returns: The stream. It throws what `respond` throws.
  public func streamResponse(
    to prompt: any PromptRepresentable...,
    schema: GenerationSchema,
    includeSchemaInPrompt: Bool = true,
    options: any GenerationOptionsRepresentable = .default
  ) -> ResponseStream<GeneratedContent> {
    do {
      let form = try AnswerForm<GeneratedContent>(
        schema: schema,
        includeSchemaInPrompt: includeSchemaInPrompt
      )
      return stream(prompt, options: options, as: form)
    } catch {
      return ResponseStream(failure: error)
    }
  }

  private func stream<Content: Generable>(
    _ prompt: [any PromptRepresentable],
    options: any GenerationOptionsRepresentable,
    as form: AnswerForm<Content>
  ) -> ResponseStream<Content> {
    let turn: Turn
    do {
      turn = try beginTurn(with: prompt, options: options, as: form)
    } catch {
      return ResponseStream(failure: error)
    }
    let progress = StreamProgress(readsJSON: form.schema != nil)
    let task = Task { await answer(turn, as: form, reporting: progress) }
    return ResponseStream(progress: progress, form: form) {
      task.cancel()
      return self.abandon(turn)
    }
  }

  /// Runs one streamed turn to its end, whatever that is.
  private func answer<Content: Generable>(
    _ turn: Turn,
    as form: AnswerForm<Content>,
    reporting progress: StreamProgress
  ) async {
    do {
      let answer = try await rounds(of: turn) { request in
        progress.beginRound()
        return try await self.answer(to: request, reporting: progress)
      }
      // An answer that does not fit is a turn that failed.
      _ = try form.response(from: answer.response)
      try complete(turn, with: answer)
      progress.finish(with: .success(answer.response))
    } catch {
      abandon(turn)
      progress.finish(with: .failure(progress.callerError(from: error)))
    }
  }

  /// Asks once, and gives all that was said in the turn so far.
  private func answer(
    to request: ModelRequest,
    reporting progress: StreamProgress
  ) async throws -> GenerateContentResponse {
    try refuseUnsupported(request)
    return try await observed { received in
      var answer = ResponseTurn(model: model)
      let start = ContinuousClock.now
      do {
        try await model.stream(request) { chunk in
          received(chunk)
          progress.add(try answer.receive(chunk, after: start.duration(to: .now), of: progress))
        }
      } catch  where answer.isWhole && !(error is CancellationError) {
        // What comes after the end of an answer takes nothing from it.
      }
      try Task.checkCancellation()
      return try answer.end(of: progress)
    }
  }
}
