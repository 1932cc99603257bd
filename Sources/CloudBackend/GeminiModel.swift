public import HybridInference

/// A Gemini model, asked over its REST API.
///
/// The model keeps no conversation: each request carries the whole of it. Copies share their
/// connections. The schema of a request is enforced by the server, so `includeSchemaInPrompt` makes
/// no difference here.
public struct GeminiModel: Sendable {
  /// The model's name, without the prefix `models/`.
  public let name: String
  /// The service that is asked.
  public let api: GeminiAPI
  /// How the model generates, where a request does not say otherwise.
  public let generationConfig: GenerationConfig?
  /// From which ratings on content is blocked.
  public let safetySettings: [SafetySetting]
  /// How the model uses tools.
  public let toolConfig: ToolConfig?
  /// Time limits, repetitions and limits of size.
  public let requestOptions: RequestOptions
  /// The name of content that the server keeps, as `cachedContents/…`, which every request goes on
  /// from.
  public let cachedContent: String?
  /// How many tokens a request may have; `nil` leaves it to the server.
  public let inputTokenLimit: Int?

  /// Creates a model.
  ///
  /// Nothing is sent before the first request.
  ///
  /// - Parameters:
  ///   - name: The model's name, for example `gemini-2.5-flash`. A prefix `models/` is accepted.
  ///   - api: The service that is asked.
  ///   - generationConfig: How the model generates. What a request's options set wins over it,
  ///     field by field.
  ///   - safetySettings: From which ratings on content is blocked.
  ///   - toolConfig: How the model uses tools.
  ///   - requestOptions: Time limits, repetitions and limits of size.
  ///   - cachedContent: The name of content that the server keeps, which every request goes on
  ///     from. Instructions and tools belong to that content: a request with any of its own is
  ///     refused before it is sent.
  ///   - inputTokenLimit: How many tokens a request may have, for example as
  ///     ``GeminiAPI/model(named:requestOptions:)`` tells. A request whose text is longer than that
  ///     by far (more than 16 bytes a token) fails with `exceededContextWindowSize` before it is
  ///     sent. Nothing is asked of the server for this; what is near the limit is its to judge.
  public init(
    name: String,
    api: GeminiAPI,
    generationConfig: GenerationConfig? = nil,
    safetySettings: [SafetySetting] = [],
    toolConfig: ToolConfig? = nil,
    requestOptions: RequestOptions = .init(),
    cachedContent: String? = nil,
    inputTokenLimit: Int? = nil
  ) {
    self.name = name.withoutModelPrefix
    self.api = api
    self.generationConfig = generationConfig
    self.safetySettings = safetySettings
    self.toolConfig = toolConfig
    self.requestOptions = requestOptions
    self.cachedContent = cachedContent
    self.inputTokenLimit = inputTokenLimit
  }
}

extension GeminiModel: LanguageModel {
  /// The model's name.
  public var modelName: String { name }

  /// In the cloud.
  public var inferenceSource: InferenceSource { .inCloud }

  /// The beginning of the answer is sent as the last turn, the model's own.
  public var continuesAnswers: Bool { true }

  /// Answers the request in one piece.
  ///
  /// - Parameter request: The conversation, tools, schema and options.
  /// - Returns: The answer as the server gave it: a blocked prompt and every finish reason too.
  /// - Throws: `GenerationError`, or `CancellationError`: then the connection is closed.
  public func generateContent(_ request: ModelRequest) async throws -> GenerateContentResponse {
    let call = try GeminiCall(.generateContent, for: request, to: self)
    let start = ContinuousClock.now
    return try await client.send(call) { body, retries in
      let response = try Wire.Response.decode(body)
      var stamp = ResponseStamp(model: self)
      return stamp.stamp(
        GenerateContentResponse(response),
        after: start.duration(to: .now),
        retries: retries
      )
    }
  }

  /// Answers the request piece by piece.
  ///
  /// The request is sent at once. Dropping the stream, or cancelling its reader, closes the
  /// connection.
  ///
  /// - Parameter request: The conversation, tools, schema and options.
  /// - Returns: The pieces as the server sends them. It throws `GenerationError`, or
  ///   `CancellationError`. A stream that the server ends early just ends: the last piece then has
  ///   no finish reason.
  public func streamContent(
    _ request: ModelRequest
  ) -> AsyncThrowingStream<GenerateContentResponse, any Error> {
    .working { continuation in
      let call = try GeminiCall(.streamGenerateContent, for: request, to: self)
      let start = ContinuousClock.now
      var stamp = ResponseStamp(model: self)
      try await client.stream(call) { response, retries in
        let piece = GenerateContentResponse(response)
        continuation.yield(
          stamp.stamp(piece, after: start.duration(to: .now), retries: retries)
        )
      }
    }
  }

  /// Counts the tokens of the whole request, by asking the server.
  ///
  /// - Parameter request: The conversation, tools and instructions to count.
  /// - Returns: The count.
  /// - Throws: `GenerationError`, or `CancellationError`.
  public func countTokens(_ request: ModelRequest) async throws -> CountTokensResponse {
    let call = try GeminiCall(.countTokens, for: request, to: self)
    return try await client.send(call) { body, _ in
      CountTokensResponse(try Wire.CountTokensResponse.decode(body))
    }
  }
}

extension GeminiModel {
  private var client: GeminiClient {
    GeminiClient(api: api, modelName: name, options: requestOptions)
  }
}
