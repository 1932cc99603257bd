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
    stream(prompt, options: options)
  }

  /// Answers a prompt with a value of a type, piece by piece.
  ///
  /// Only `String` can be asked for now.
  ///
  /// - Parameters:
  ///   - prompt: The prompt: texts and parts, in order.
  ///   - type: The type of the answer.
  ///   - includeSchemaInPrompt: Whether the type's schema is also written into the prompt.
  ///   - options: Options for this request; each model reads its own.
  /// - Returns: The stream. Of any type but `String` it throws `unsupportedPromptContent`.
  public func streamResponse<Content: Generable>(
    to prompt: any PromptRepresentable...,
    generating type: Content.Type = Content.self,
    includeSchemaInPrompt: Bool = true,
    options: any GenerationOptionsRepresentable = .default
  ) -> ResponseStream<Content> {
    guard type == String.self,
      let stream = stream(prompt, options: options) as? ResponseStream<Content>
    else { return ResponseStream(failure: Self.structuredOutputError) }
    return stream
  }

  /// Answers a prompt with a value that fits a schema, piece by piece.
  ///
  /// Not implemented yet.
  ///
  /// - Parameters:
  ///   - prompt: The prompt: texts and parts, in order.
  ///   - schema: The schema of the answer.
  ///   - includeSchemaInPrompt: Whether the schema is also written into the prompt.
  ///   - options: Options for this request; each model reads its own.
  /// - Returns: A stream that throws `unsupportedPromptContent`, for now.
  public func streamResponse(
    to prompt: any PromptRepresentable...,
    schema: GenerationSchema,
    includeSchemaInPrompt: Bool = true,
    options: any GenerationOptionsRepresentable = .default
  ) -> ResponseStream<GeneratedContent> {
    ResponseStream(failure: Self.structuredOutputError)
  }

  private func stream(
    _ prompt: [any PromptRepresentable],
    options: any GenerationOptionsRepresentable
  ) -> ResponseStream<String> {
    let turn: Turn
    do {
      turn = try beginTurn(with: prompt, options: options)
    } catch {
      return ResponseStream(failure: error)
    }
    let progress = StreamProgress()
    let task = Task { await answer(turn, reporting: progress) }
    return ResponseStream(progress: progress) {
      task.cancel()
      return self.abandon(turn)
    }
  }

  /// Runs one streamed turn to its end, whatever that is.
  private func answer(_ turn: Turn, reporting progress: StreamProgress) async {
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
      try complete(turn, with: response)
      progress.finish(with: .success(response))
    } catch {
      abandon(turn)
      progress.finish(with: .failure(answer.error(from: error, of: progress)))
    }
  }
}
