/// What a service says of one of its models.
public struct ModelInfo: Sendable, Hashable {
  /// The model's name, without the prefix `models/`: as ``GeminiModel`` takes it.
  public var name: String
  /// The name of the model that this one is a version of.
  public var baseModelID: String?
  /// The version.
  public var version: String?
  /// The name for people.
  public var displayName: String?
  /// What the model is for, in words.
  public var description: String?
  /// How many tokens a request may have.
  public var inputTokenLimit: Int?
  /// How many tokens an answer may have.
  public var outputTokenLimit: Int?
  /// What the model can be asked for, for example `generateContent` and `countTokens`.
  public var supportedGenerationMethods: [String]
  /// The temperature where a request sets none.
  public var temperature: Float?
  /// The greatest temperature.
  public var maximumTemperature: Float?
  /// The `topP` where a request sets none.
  public var topP: Float?
  /// The `topK` where a request sets none; `nil`: the model has no such limit.
  public var topK: Int?
  /// Whether the model thinks; `nil` when the service did not say.
  public var supportsThinking: Bool?

  /// Creates the information.
  public init(
    name: String,
    baseModelID: String? = nil,
    version: String? = nil,
    displayName: String? = nil,
    description: String? = nil,
    inputTokenLimit: Int? = nil,
    outputTokenLimit: Int? = nil,
    supportedGenerationMethods: [String] = [],
    temperature: Float? = nil,
    maximumTemperature: Float? = nil,
    topP: Float? = nil,
    topK: Int? = nil,
    supportsThinking: Bool? = nil
  ) {
    self.name = name
    self.baseModelID = baseModelID
    self.version = version
    self.displayName = displayName
    self.description = description
    self.inputTokenLimit = inputTokenLimit
    self.outputTokenLimit = outputTokenLimit
    self.supportedGenerationMethods = supportedGenerationMethods
    self.temperature = temperature
    self.maximumTemperature = maximumTemperature
    self.topP = topP
    self.topK = topK
    self.supportsThinking = supportsThinking
  }
}
