/// What a turn's answer is read as: text, or a value that fits a schema.
///
/// Pure.
struct AnswerForm<Content: Generable>: Sendable {
  /// The schema that the answer has to fit; `nil` for text.
  let schema: GenerationSchema?
  /// Whether the schema is also written into the prompt.
  let includeSchemaInPrompt: Bool
  private let read: @Sendable (GenerateContentResponse) throws -> (Content, GeneratedContent)
  private let readPart: @Sendable (GeneratedContent) throws -> Content.PartiallyGenerated

  /// The answer as the caller gets it.
  ///
  /// Throws `decodingFailure` for an answer that was cut, is not valid or does not fit.
  func response(
    from response: GenerateContentResponse
  ) throws -> GenerativeModelSession.Response<Content> {
    do {
      let (content, rawContent) = try read(response)
      return .init(content: content, rawContent: rawContent, rawResponse: response)
    } catch let error as GenerationError {
      throw response.text.isEmpty ? error : error.with(partialResponse: response)
    }
  }

  /// What has come of an answer as a reader gets it; `nil` when it cannot be read yet.
  func snapshot(
    of response: GenerateContentResponse,
    content: GeneratedContent
  ) -> GenerativeModelSession.ResponseStream<Content>.Snapshot? {
    guard let part = try? readPart(content) else { return nil }
    return .init(content: part, rawContent: content, rawResponse: response)
  }

  /// The last snapshot of an answer.
  func lastSnapshot(
    of response: GenerateContentResponse
  ) throws -> GenerativeModelSession.ResponseStream<Content>.Snapshot {
    let whole = try self.response(from: response)
    return .init(
      content: try readPart(whole.rawContent),
      rawContent: whole.rawContent,
      rawResponse: response
    )
  }
}

extension AnswerForm<String> {
  /// Text as it is.
  static let text = AnswerForm(
    schema: nil,
    includeSchemaInPrompt: true,
    read: { ($0.text, GeneratedContent(kind: .string($0.text))) },
    readPart: { $0.stringValue ?? "" }
  )
}

extension AnswerForm {
  /// A value that fits a schema.
  ///
  /// Throws `invalidRequest` for a schema that cannot be asked for.
  init(schema: GenerationSchema, includeSchemaInPrompt: Bool) throws(GenerationError) {
    try schema.check()
    self.init(
      schema: schema,
      includeSchemaInPrompt: includeSchemaInPrompt,
      read: { response in
        let rawContent = try Self.content(of: response)
        try SchemaValidator.check(rawContent, fits: schema)
        return (try rawContent.value(as: Content.self), rawContent)
      },
      readPart: { try $0.value(as: Content.PartiallyGenerated.self) }
    )
  }

  /// The form in which a type is asked for: a `String` is plain text, anything else has a schema.
  init(generating type: Content.Type, includeSchemaInPrompt: Bool) throws(GenerationError) {
    if let text = AnswerForm<String>.text as? Self {
      self = text
    } else {
      try self.init(schema: type.generationSchema, includeSchemaInPrompt: includeSchemaInPrompt)
    }
  }

  private static func content(
    of response: GenerateContentResponse
  ) throws(GenerationError) -> GeneratedContent {
    let wasCut = response.finishReason == .maxTokens
    do {
      // The schema is for the answer, not for what was said before calls.
      let content = try GeneratedContent.reading(response.lastRound.text)
      // Of a number alone nobody can say whether it was cut.
      guard wasCut, content.kind.isNumber else { return content }
    } catch {
      guard wasCut, error.isIncomplete else { throw .decodingFailure(reason: error.description) }
    }
    throw .decodingFailure(reason: "it was cut at the limit of tokens")
  }
}

extension GeneratedContent.Kind {
  fileprivate var isNumber: Bool {
    switch self {
    case .integer, .unsignedInteger, .number: true
    default: false
    }
  }
}
