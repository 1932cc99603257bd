import FirebaseAILogic
import Foundation

/// Calls that programs outside of this package make, written as they write them.
///
/// Nothing here runs: it has to compile. The labels, their order and their defaults are what is
/// checked.
enum ContractCalls {
  static func options() -> [any GenerationOptionsRepresentable] {
    let config = GenerationConfig(
      temperature: Float(0.5),
      topP: Float(0.9),
      topK: 4,
      candidateCount: 1,
      maxOutputTokens: 10,
      presencePenalty: Float(0),
      frequencyPenalty: Float(0),
      stopSequences: ["x"],
      seed: 1,
      responseMIMEType: "application/json",
      responseSchema: .string(),
      responseModalities: [.text, .image, .audio],
      thinkingConfig: ThinkingConfig(thinkingLevel: .high, includeThoughts: true),
      imageConfig: nil,
      mediaResolution: nil
    )
    let levels: [ThinkingConfig] = [
      ThinkingConfig(thinkingLevel: .minimal), ThinkingConfig(thinkingLevel: .low),
      ThinkingConfig(thinkingLevel: .medium),
      ThinkingConfig(thinkingBudget: 100, includeThoughts: false),
      ThinkingConfig(thinkingBudget: -1),
    ]
    let device = GenerationOptions(
      sampling: .greedy,
      temperature: 0.5,
      maximumResponseTokens: 12
    )
    let modes: [SamplingMode] = [
      .greedy, .random(top: 3), .random(top: 3, seed: 1), .random(probabilityThreshold: 0.5),
      .random(probabilityThreshold: 0.5, seed: UInt64.max),
    ]
    let chosen: [ResponseGenerationOptions] = [
      .default, .gemini(config), .foundationModels(device),
      .hybrid(gemini: config, foundationModels: device),
      ResponseGenerationOptions(),
    ]
    return [config, device, GenerationConfig(), GenerationOptions()]
      + levels.map { GenerationConfig(thinkingConfig: $0) }
      + modes.map { GenerationOptions(sampling: $0) } + chosen
  }

  static func schemas() -> GenerationSchema {
    .object(
      properties: [
        "list": .array(items: .string(), minItems: 1, maxItems: 3),
        "kind": .enumeration(["a", "b"]), "count": .integer(), "share": .double(),
        "flag": .boolean(), "any": .anyOf([.string(), .integer()]),
      ],
      optionalProperties: ["kind"],
      title: "Title",
      description: "Description"
    )
  }

  static func responses() -> GenerateContentResponse {
    let content = ModelContent(
      role: .model,
      parts: [
        .text("a"), .inlineData(Data([1]), mimeType: "image/png"),
        .fileData(uri: "gs://a", mimeType: "image/png"),
      ]
    )
    var candidate = Candidate(content: content, finishReason: .stop)
    candidate.finishMessage = nil
    candidate.safetyRatings = [SafetyRating(category: .harassment, probability: .low)]
    candidate.citationMetadata = CitationMetadata(citations: [.init(uri: "u")])
    candidate.groundingMetadata = GroundingMetadata()
    candidate.urlContextMetadata = URLContextMetadata()
    var response = GenerateContentResponse(candidates: [], modelVersion: "x")
    response = GenerateContentResponse(candidates: [candidate])
    response.promptFeedback = PromptFeedback(blockReason: .safety)
    response.usageMetadata = UsageMetadata(promptTokenCount: 1)
    response.responseID = "id"
    response.inferenceSource = .onDevice
    response.route = [
      RouteAttempt(modelName: "m", inferenceSource: .inCloud, outcome: .answered)
    ]
    let duration: Duration? = response.route.first?.duration
    let error: GenerationError? = response.route.first?.error
    let version: String = response.modelVersion
    let text: String = response.text
    let thought: String? = response.thoughtSummary
    let calls: [FunctionCall] = response.functionCalls
    let parts: [Part] = response.inlineDataParts
    let first = content.parts[0]
    let flags: (Bool, String?) = (first.isThought, first.thoughtSignature)
    let raw: [String] = [
      FinishReason(rawValue: "NEW").rawValue, BlockReason(rawValue: "NEW").rawValue,
      HarmCategory(rawValue: "NEW").rawValue, FinishReason.maxTokens.rawValue,
    ]
    _ = (duration, error, version, text, thought, calls, parts, flags, raw)
    return response
  }

  static func describe(_ error: GenerationError) -> String {
    let localized: any LocalizedError = error
    switch error {
    case .assetsUnavailable: return "a"
    case .unsupportedPromptContent: return "b"
    case .exceededContextWindowSize: return "c"
    case .promptBlocked(let response): return response.modelVersion
    case .responseStoppedEarly(let reason, let response): return reason.rawValue + response.text
    case .decodingFailure: return "d"
    case .concurrentRequests: return "e"
    case .offline: return "f"
    case .timedOut: return "g"
    case .rateLimited(let retryAfter):
      let delay: Duration? = retryAfter
      return "\(String(describing: delay))"
    case .backend(let backend):
      let code: Int = backend.code
      let status: String? = backend.status
      return "\(code) \(status ?? "") \(backend.message) \(backend.details.count)"
    case .toolCallFailed: return "h"
    case .internalError: return "i"
    default: return localized.errorDescription ?? ""
    }
  }

  static func availability(_ model: some LanguageModel) -> String {
    switch model.availability {
    case .available: "available"
    case .unavailable(.deviceNotEligible): "1"
    case .unavailable(.appleIntelligenceNotEnabled): "2"
    case .unavailable(.modelNotReady): "3"
    case .unavailable(.other(let reason)): reason
    @unknown default: ""
    }
  }

  static func transcripts() throws -> Transcript {
    let entry = Transcript.Entry(content: ModelContent(role: .user, parts: [.text("a")]))
    let answer = Transcript.Entry(content: ModelContent(role: .model), modelVersion: "m")
    let transcript = Transcript(instructions: "i", entries: [entry, answer])
    let collection: any RandomAccessCollection<Transcript.Entry> = transcript
    let data = try JSONEncoder().encode(transcript)
    let restored = try JSONDecoder().decode(Transcript.self, from: data)
    let isSame: Bool = restored == transcript && restored.instructions == transcript.instructions
    let text: String? = transcript.last?.text
    let version: String? = transcript[1].modelVersion
    _ = (collection, isSame, text, version)
    return Transcript()
  }

  static func models() -> [any LanguageModel] {
    let developer = GeminiAPI.developer(apiKey: "k")
    let elsewhere = GeminiAPI.developer(
      apiKey: "k",
      version: "v1",
      baseURL: URL(string: "https://example.com"),
      headers: ["a": "b"]
    )
    let vertex = GeminiAPI.vertex(project: "p", location: "l", version: "v1", baseURL: nil) { "t" }
    let short = GeminiAPI.vertex(project: "p", accessToken: { "t" })
    let options = RequestOptions(timeout: .seconds(1), retry: .none)
    let gemini = GeminiModel(
      name: "n",
      api: developer,
      generationConfig: GenerationConfig(),
      safetySettings: [SafetySetting(harmCategory: .harassment, threshold: .blockNone)],
      toolConfig: nil,
      requestOptions: options
    )
    let url = URL(fileURLWithPath: "/tmp/model.gguf")
    let configuration = SystemLanguageModel.Configuration(
      contextSize: 4096,
      threads: nil,
      gpuLayers: nil,
      maximumConcurrentRequests: 4
    )
    let local = SystemLanguageModel(modelURL: url, configuration: configuration)
    let text: (String, String, Bool) = (
      local.modelName, local.modelDescription, local.isAvailable
    )
    _ = (text, RequestOptions(), RequestOptions(retry: .default))
    return [
      gemini, local, SystemLanguageModel.default, SystemLanguageModel(modelURL: url),
      GeminiModel(name: "n", api: elsewhere), GeminiModel(name: "n", api: vertex),
      GeminiModel(name: "n", api: short), HybridModel(primary: gemini, secondary: local),
      HybridModel(primary: gemini, secondary: local, policy: .default),
    ]
  }
}

/// A model written outside of the package, with nothing but what is required.
struct OutsideModel: LanguageModel {
  var modelName: String { "outside" }
  var inferenceSource: InferenceSource { .onDevice }

  func generateContent(_ request: ModelRequest) async throws -> GenerateContentResponse {
    GenerateContentResponse(candidates: [
      Candidate(
        content: ModelContent(role: .model, parts: [.text(request.transcript.last?.text ?? "")]),
        finishReason: .stop
      )
    ])
  }

  func streamContent(
    _ request: ModelRequest
  ) -> AsyncThrowingStream<GenerateContentResponse, any Error> {
    AsyncThrowingStream { continuation in
      continuation.yield(GenerateContentResponse(candidates: [Candidate(finishReason: .stop)]))
      continuation.finish()
    }
  }

  func countTokens(_ request: ModelRequest) async throws -> CountTokensResponse {
    CountTokensResponse(totalTokens: 1)
  }
}
