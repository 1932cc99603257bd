import HybridInference

extension Wire {
  struct Request: Encodable {
    /// Only inside a request to count tokens.
    var model: String?
    var contents: [Content]
    var systemInstruction: Content?
    var tools: [Tool]?
    var toolConfig: ToolConfig?
    var safetySettings: [SafetySetting]?
    var generationConfig: GenerationConfig?
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
