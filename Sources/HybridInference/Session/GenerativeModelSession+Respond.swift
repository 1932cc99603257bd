extension GenerativeModelSession {
  /// A whole answer.
  public struct Response<Content: Sendable>: Sendable {
    /// What was asked for.
    public var content: Content
    /// The same as a value without a type of its own.
    public var rawContent: GeneratedContent
    /// The model's response: which model answered, finish reason, usage and so on.
    public var rawResponse: GenerateContentResponse

    /// Creates a response.
    public init(
      content: Content,
      rawContent: GeneratedContent,
      rawResponse: GenerateContentResponse
    ) {
      self.content = content
      self.rawContent = rawContent
      self.rawResponse = rawResponse
    }
  }

  /// Answers a prompt with text.
  ///
  /// The session carries out what the model calls of its tools, and asks on. The text is then all that
  /// the model said in the turn, before, between and after calls, joined with nothing between; the
  /// transcript has it piece by piece.
  ///
  /// Cancelling the task stops the model; the session can be used again at once.
  ///
  /// - Parameters:
  ///   - prompt: The prompt: texts and parts, in order.
  ///   - options: Options for this request; each model reads its own.
  /// - Returns: The answer. A finish reason of `MAX_TOKENS` says that it was cut.
  /// - Throws: ``GenerationError``, or `CancellationError`.
  @discardableResult
  public func respond(
    to prompt: any PromptRepresentable...,
    options: any GenerationOptionsRepresentable = .default
  ) async throws -> Response<String> {
    try await answer(prompt, options: options, as: .text)
  }

  /// Answers a prompt with a value of a type.
  ///
  /// The model is given the type's schema, and its answer is checked against it. Of `String` it is a
  /// plain text, without a schema. Where the model calls tools, the schema is for its last answer.
  ///
  /// - Parameters:
  ///   - prompt: The prompt: texts and parts, in order.
  ///   - type: The type of the answer.
  ///   - includeSchemaInPrompt: Whether the type's schema is also written into the prompt.
  ///   - options: Options for this request; each model reads its own.
  /// - Returns: The answer.
  /// - Throws: ``GenerationError``: `invalidRequest` when the type has no valid schema,
  ///   `decodingFailure` when the answer does not fit or was cut, `unsupportedPromptContent` from a
  ///   model that knows no schemas; or `CancellationError`.
  @discardableResult
  public func respond<Content: Generable>(
    to prompt: any PromptRepresentable...,
    generating type: Content.Type = Content.self,
    includeSchemaInPrompt: Bool = true,
    options: any GenerationOptionsRepresentable = .default
  ) async throws -> Response<Content> {
    let form = try AnswerForm(generating: type, includeSchemaInPrompt: includeSchemaInPrompt)
    return try await answer(prompt, options: options, as: form)
  }

  /// Answers a prompt with a value that fits a schema.
  ///
  /// The answer is checked against the schema.
  ///
  /// - Parameters:
  ///   - prompt: The prompt: texts and parts, in order.
  ///   - schema: The schema of the answer.
  ///   - includeSchemaInPrompt: Whether the schema is also written into the prompt.
  ///   - options: Options for this request; each model reads its own.
  /// - Returns: The answer.
  /// - Throws: ``GenerationError``: `invalidRequest` when the schema is not valid, `decodingFailure`
  ///   when the answer does not fit or was cut, `unsupportedPromptContent` from a model that knows no
  ///   schemas; or `CancellationError`.
  @discardableResult
  public func respond(
    to prompt: any PromptRepresentable...,
    schema: GenerationSchema,
    includeSchemaInPrompt: Bool = true,
    options: any GenerationOptionsRepresentable = .default
  ) async throws -> Response<GeneratedContent> {
    let form = try AnswerForm<GeneratedContent>(
      schema: schema,
      includeSchemaInPrompt: includeSchemaInPrompt
    )
    return try await answer(prompt, options: options, as: form)
  }

  private func answer<Content: Generable>(
    _ prompt: [any PromptRepresentable],
    options: any GenerationOptionsRepresentable,
    as form: AnswerForm<Content>
  ) async throws -> Response<Content> {
    let turn = try beginTurn(with: prompt, options: options, as: form)
    defer { abandon(turn) }
    do {
      var said = ResponseAssembly()
      var saidBefore = said
      var answer = try await rounds(of: turn) { request in
        saidBefore = said
        do {
          said.addRound(try await self.answer(to: request))
        } catch let error as GenerationError {
          throw said.error(afterAll: error)
        }
        return said.response
      }
      let response: Response<Content>
      do {
        response = try form.response(from: answer.response)
      } catch GenerationError.decodingFailure(let reason, _)
        where turn.request.options.repairsStructuredOutput
      {
        let request = answer.request.repairing(answer.response, reason: reason)
        saidBefore.addRound(try await self.answer(to: request))
        answer.response = saidBefore.response
        response = try form.response(from: answer.response)
      }
      try complete(turn, with: answer)
      return response
    } catch {
      throw GenerationError.callerError(from: error)
    }
  }

  private func answer(to request: ModelRequest) async throws -> GenerateContentResponse {
    try refuseUnsupported(request)
    return try await observed { received in
      var progress = ResponseTurn(model: model)
      let start = ContinuousClock.now
      let response = try await model.generateContent(request)
      received(response)
      try Task.checkCancellation()
      return try progress.receive(whole: response, after: start.duration(to: .now))
    }
  }

  /// Throws what a model would not even try.
  ///
  /// A hybrid asks its models itself, and tells all errors.
  func refuseUnsupported(_ request: ModelRequest) throws {
    if !(model is HybridModel), let refusal = model.refusal(of: request) { throw refusal }
  }
}

extension ModelRequest {
  /// The request that asks once more, after an answer that did not fit.
  ///
  /// - Parameters:
  ///   - answer: The answer.
  ///   - reason: What is wrong with it.
  /// - Returns: The request.
  fileprivate func repairing(_ answer: GenerateContentResponse, reason: String) -> ModelRequest {
    var request = self
    let said = answer.lastRound.text
    let text = said.isEmpty ? "(empty)" : said
    request.options.tools.mode = .none
    request.transcript.append(
      .init(content: .init(role: .model, parts: [.text(text)]), modelVersion: answer.modelVersion)
    )
    let prompt =
      "Your answer cannot be used: \(reason). Answer again, with nothing but JSON that fits the schema."
    request.transcript.append(.init(content: .init(role: .user, parts: [.text(prompt)])))
    return request
  }
}
