import Foundation
import HybridInference

/// One call of the API: where it goes and what is sent.
struct GeminiCall: Sendable {
  let url: URL
  /// What is sent; `nil`: nothing, the call only reads.
  let body: Data?
  /// The texts of the prompt: they must not show up in errors.
  let texts: [String]

  /// Builds a call.
  ///
  /// Throws `invalidRequest` for what must not be sent or would be refused anyway.
  init(
    _ method: GeminiAPI.Method,
    for request: ModelRequest,
    to model: GeminiModel
  ) throws(GenerationError) {
    try model.api.checkKey()
    url = try model.api.url(
      of: method,
      model: model.name,
      allowsInsecureHTTP: model.requestOptions.allowsInsecureHTTP
    )
    let wire = try Wire.Request(request, to: model)
    if method != .countTokens { try request.checkLength(limit: model.inputTokenLimit) }
    body = try Self.body(of: wire, method, to: model)
    texts = request.transcript.texts
  }

  /// The call for a page of the list of models.
  init(
    listing pageToken: String?,
    of api: GeminiAPI,
    _ options: RequestOptions
  ) throws(GenerationError) {
    try api.checkKey()
    url = try api.modelsURL(
      pageToken: pageToken,
      allowsInsecureHTTP: options.allowsInsecureHTTP
    )
    body = nil
    texts = []
  }

  /// The call for what the API says of a model.
  init(
    describing model: String,
    of api: GeminiAPI,
    _ options: RequestOptions
  ) throws(GenerationError) {
    try api.checkKey()
    url = try api.modelsURL(model: model, allowsInsecureHTTP: options.allowsInsecureHTTP)
    body = nil
    texts = []
  }

  private static func body(
    of wire: Wire.Request,
    _ method: GeminiAPI.Method,
    to model: GeminiModel
  ) throws(GenerationError) -> Data {
    // Not JSONEncoder, which writes properties in another order each time: the order of a schema's
    // tells the model in which to answer, and equal requests are equal bytes.
    func encode(_ value: any Encodable) throws -> Data {
      Data(try GeneratedContent(encoding: value).jsonString.utf8)
    }
    var wire = wire
    do {
      guard method == .countTokens else { return try encode(wire) }
      switch model.api.service {
      case .developer:
        wire.model = "models/" + model.name
        return try encode(Wire.CountTokensRequest(generateContentRequest: wire))
      case .vertex:
        // Vertex counts without these, and does not know them there.
        wire.safetySettings = nil
        wire.toolConfig = nil
        return try encode(wire)
      }
    } catch {
      // Only a number that JSON cannot express makes this fail.
      throw .invalidRequest(field: "prompt", reason: "holds a value that JSON cannot express")
    }
  }
}

extension ModelRequest {
  /// More bytes of text than any language needs for a token, on the average of a whole prompt.
  private static let maximumBytesPerToken = 16

  /// Throws when the request is longer than a limit of tokens, however the model cuts its text.
  fileprivate func checkLength(limit: Int?) throws(GenerationError) {
    guard let limit else { return }
    let bytes = transcript.texts.reduce(0) { $0 + $1.utf8.count }
    let tokens = bytes / Self.maximumBytesPerToken
    guard tokens <= limit else {
      throw .exceededContextWindowSize(tokenCount: tokens, contextSize: limit)
    }
  }
}

extension Transcript {
  /// All texts that are sent.
  fileprivate var texts: [String] {
    (instructions.map { [$0] } ?? []) + flatMap { $0.content.parts.flatMap(\.texts) }
  }
}

extension Part {
  fileprivate var texts: [String] {
    switch content {
    case .text(let text): [text]
    case .functionCall(let call): call.arguments.texts
    case .functionResponse(let response): response.response.texts
    case .executableCode(let code): [code.code]
    case .codeExecutionResult(let result): result.output.map { [$0] } ?? []
    case .inlineData, .fileData, .unknown: []
    }
  }
}

extension GeneratedContent {
  fileprivate var texts: [String] {
    switch kind {
    case .string(let text): [text]
    case .array(let elements): elements.flatMap(\.texts)
    case .structure(let properties, _): properties.values.flatMap(\.texts)
    case .null, .bool, .integer, .unsignedInteger, .number: []
    }
  }
}
