import HybridInference

extension Wire {
  // Left out on purpose are `serviceTier`, `store` and `labels`, which are about billing and logs,
  // and the tools `computerUse` and `fileSearch`.
  struct Request: Encodable {
    /// Only inside a request to count tokens.
    var model: String?
    var contents: [Content]
    var systemInstruction: Content?
    var tools: [Tool]?
    var toolConfig: ToolConfig?
    var safetySettings: [SafetySetting]?
    var generationConfig: GenerationConfig?
    var cachedContent: String?
  }

  struct CountTokensRequest: Encodable {
    var generateContentRequest: Request
  }

  struct SafetySetting: Encodable {
    var category: String
    var threshold: String
    var method: String?
  }

  struct Tool: Encodable {
    var functionDeclarations: [FunctionDeclaration]?
    var googleSearch: Empty?
    var codeExecution: Empty?
    var urlContext: Empty?
    var googleMaps: Empty?
  }

  struct FunctionDeclaration: Encodable {
    var name: String
    var description: String
    var parametersJsonSchema: GenerationSchema?
  }

  struct ToolConfig: Encodable {
    var functionCallingConfig: FunctionCallingConfig?
    var retrievalConfig: RetrievalConfig?
    var includeServerSideToolInvocations: Bool?
  }

  struct FunctionCallingConfig: Encodable {
    var mode: String
    var allowedFunctionNames: [String]?
  }

  struct RetrievalConfig: Encodable {
    var latLng: Coordinates?
    var languageCode: String?
  }

  struct Coordinates: Encodable {
    var latitude: Double
    var longitude: Double
  }
}
