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
    let response = try await answer(try beginTurn(with: prompt, options: options))
    return Response(text: response)
  }

  /// Answers a prompt with a value of a type.
  ///
  /// Only `String` can be asked for now.
  ///
  /// - Parameters:
  ///   - prompt: The prompt: texts and parts, in order.
  ///   - type: The type of the answer.
  ///   - includeSchemaInPrompt: Whether the type's schema is also written into the prompt.
  ///   - options: Options for this request; each model reads its own.
  /// - Returns: The answer.
  /// - Throws: ``GenerationError``, `unsupportedPromptContent` for any type but `String`; or
  ///   `CancellationError`.
  @discardableResult
  public func respond<Content: Generable>(
    to prompt: any PromptRepresentable...,
    generating type: Content.Type = Content.self,
    includeSchemaInPrompt: Bool = true,
    options: any GenerationOptionsRepresentable = .default
  ) async throws -> Response<Content> {
    guard type == String.self else { throw Self.structuredOutputError }
    let response = Response<String>(
      text: try await answer(try beginTurn(with: prompt, options: options))
    )
    guard let response = response as? Response<Content> else { throw Self.structuredOutputError }
    return response
  }

  /// Answers a prompt with a value that fits a schema.
  ///
  /// Not implemented yet.
  ///
  /// - Parameters:
  ///   - prompt: The prompt: texts and parts, in order.
  ///   - schema: The schema of the answer.
  ///   - includeSchemaInPrompt: Whether the schema is also written into the prompt.
  ///   - options: Options for this request; each model reads its own.
  /// - Returns: The answer.
  /// - Throws: `unsupportedPromptContent`, for now.
  @discardableResult
  public func respond(
    to prompt: any PromptRepresentable...,
    schema: GenerationSchema,
    includeSchemaInPrompt: Bool = true,
    options: any GenerationOptionsRepresentable = .default
  ) async throws -> Response<GeneratedContent> {
    throw Self.structuredOutputError
  }

  static let structuredOutputError = GenerationError.unsupportedPromptContent(
    reason: "structured output is not implemented yet; ask for a String"
  )

  private func answer(_ turn: Turn) async throws -> GenerateContentResponse {
    defer { abandon(turn) }
    do {
      var progress = ResponseTurn(model: model)
      try refuseUnsupported(turn.request)
      let start = ContinuousClock.now
      let response = try await model.generateContent(turn.request)
      try Task.checkCancellation()
      let answer = try progress.receive(whole: response, after: start.duration(to: .now))
      try complete(turn, with: answer)
      return answer
    } catch {
      throw GenerationError.callerError(from: error)
    }
  }

  /// Throws what a model would not even try.
  ///
  /// A hybrid asks its models itself, and tells all errors.
  func refuseUnsupported(_ request: ModelRequest) throws {
    if !(model is HybridModel), let refusal = model.refusal(of: request) { throw refusal }
  }
}

extension GenerativeModelSession.Response<String> {
  /// The response as text.
  init(text response: GenerateContentResponse) {
    self.init(
      content: response.text,
      rawContent: GeneratedContent(kind: .string(response.text)),
      rawResponse: response
    )
  }
}
