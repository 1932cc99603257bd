import HybridInference

extension Wire {
  struct GenerationConfig: Encodable {
    var temperature: Float?
    var topP: Float?
    var topK: Int?
    var candidateCount: Int?
    var maxOutputTokens: Int?
    var presencePenalty: Float?
    var frequencyPenalty: Float?
    var stopSequences: [String]?
    var seed: Int?
    var responseMimeType: String?
    var responseSchema: EnumSchema?
    var responseJsonSchema: GenerationSchema?
    var responseModalities: [String]?
    var thinkingConfig: ThinkingConfig?
    var imageConfig: ImageConfig?
    var mediaResolution: String?
  }

  /// The one schema in the API's older notation: for answers of the MIME type `text/x.enum`.
  struct EnumSchema: Encodable {
    var type = "STRING"
    var `enum`: [String]
  }

  struct ThinkingConfig: Encodable {
    var thinkingLevel: String?
    var thinkingBudget: Int?
    var includeThoughts: Bool?
  }

  struct ImageConfig: Encodable {
    var aspectRatio: String?
    var imageSize: String?
  }
}
