/// How a cloud model generates.
///
/// What is `nil` is left to the model's own default.
///
/// The meanings and ranges are those of the Gemini API's `GenerationConfig`.
public struct GenerationConfig: Sendable, Hashable {
  /// How random the answer is, from 0 (least) to 2.
  public var temperature: Float?
  /// Sample from the smallest set of tokens whose probabilities add up to this, from 0 to 1.
  public var topP: Float?
  /// Sample from this many most probable tokens; at least 1.
  public var topK: Int?
  /// How many answers to make; at least 1.
  public var candidateCount: Int?
  /// The most tokens that the answer may have, thoughts included; at least 1.
  public var maxOutputTokens: Int?
  /// A penalty for tokens that were used at all, from −2 to just below 2.
  public var presencePenalty: Float?
  /// A penalty for tokens by how often they were used, from −2 to just below 2.
  public var frequencyPenalty: Float?
  /// Texts that end the answer; at most 5.
  public var stopSequences: [String]?
  /// A seed for sampling, of 32 bits with sign: the same seed gives mostly the same answer.
  public var seed: Int?
  /// The form of the answer: `text/plain`, `application/json` or `text/x.enum`.
  public var responseMIMEType: String?
  /// The schema of the answer, where the MIME type is `application/json`.
  public var responseSchema: GenerationSchema?
  /// The kinds of content that the answer may hold.
  public var responseModalities: [ResponseModality]?
  /// How the model thinks.
  public var thinkingConfig: ThinkingConfig?
  /// How the model makes images.
  public var imageConfig: ImageConfig?
  /// How finely media in the prompt are read.
  public var mediaResolution: MediaResolution?
  /// How the model speaks.
  public var speechConfig: SpeechConfig?
  /// Whether the response tells how probable the tokens of the answer were.
  public var responseLogprobs: Bool?
  /// How many of the most probable tokens to tell for each step, from 0 to 20; needs
  /// ``responseLogprobs``.
  public var logprobs: Int?
  /// Whether to answer civic questions with more care (Developer API).
  public var enableEnhancedCivicAnswers: Bool?
  /// In which notation the schema of the answer is sent; `nil`: as JSON Schema.
  public var responseSchemaNotation: SchemaNotation?

  /// Creates a configuration of the values that are given.
  public init(
    temperature: Float? = nil,
    topP: Float? = nil,
    topK: Int? = nil,
    candidateCount: Int? = nil,
    maxOutputTokens: Int? = nil,
    presencePenalty: Float? = nil,
    frequencyPenalty: Float? = nil,
    stopSequences: [String]? = nil,
    seed: Int? = nil,
    responseMIMEType: String? = nil,
    responseSchema: GenerationSchema? = nil,
    responseModalities: [ResponseModality]? = nil,
    thinkingConfig: ThinkingConfig? = nil,
    imageConfig: ImageConfig? = nil,
    mediaResolution: MediaResolution? = nil,
    speechConfig: SpeechConfig? = nil,
    responseLogprobs: Bool? = nil,
    logprobs: Int? = nil,
    enableEnhancedCivicAnswers: Bool? = nil,
    responseSchemaNotation: SchemaNotation? = nil
  ) {
    self.temperature = temperature
    self.topP = topP
    self.topK = topK
    self.candidateCount = candidateCount
    self.maxOutputTokens = maxOutputTokens
    self.presencePenalty = presencePenalty
    self.frequencyPenalty = frequencyPenalty
    self.stopSequences = stopSequences
    self.seed = seed
    self.responseMIMEType = responseMIMEType
    self.responseSchema = responseSchema
    self.responseModalities = responseModalities
    self.thinkingConfig = thinkingConfig
    self.imageConfig = imageConfig
    self.mediaResolution = mediaResolution
    self.speechConfig = speechConfig
    self.responseLogprobs = responseLogprobs
    self.logprobs = logprobs
    self.enableEnhancedCivicAnswers = enableEnhancedCivicAnswers
    self.responseSchemaNotation = responseSchemaNotation
  }
}
