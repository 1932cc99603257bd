extension Wire {
  struct Model: Decodable {
    var name: String
    var baseModelId: String?
    var version: String?
    var displayName: String?
    var description: String?
    var inputTokenLimit: Int?
    var outputTokenLimit: Int?
    var supportedGenerationMethods: [String]?
    var temperature: Float?
    var maxTemperature: Float?
    var topP: Float?
    var topK: Int?
    var thinking: Bool?
  }

  struct ModelList: Decodable {
    var models: [Model]?
    var nextPageToken: String?
  }
}
