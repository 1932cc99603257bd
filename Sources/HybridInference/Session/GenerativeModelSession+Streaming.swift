extension GenerativeModelSession {
  /// Answers a prompt with text, piece by piece.
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
  /// only the last snapshot may fail for the value. The answer is not repaired.
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
    var answer = ResponseTurn(model: model)
    do {
      try refuseUnsupported(turn.request)
      let start = ContinuousClock.now
      for try await chunk in model.streamContent(turn.request) {
        progress.add(
          try answer.receive(chunk, after: start.duration(to: .now), of: progress)
        )
      }
      try Task.checkCancellation()
      let response = try answer.end(of: progress)
      // An answer that does not fit is a turn that failed.
      _ = try form.response(from: response)
      try complete(turn, with: response)
      progress.finish(with: .success(response))
    } catch {
      abandon(turn)
      progress.finish(with: .failure(answer.error(from: error, of: progress)))
    }
  }
}
