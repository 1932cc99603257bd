import Foundation
import HybridInference

extension Wire.Request {
  /// A request as the API takes it.
  ///
  /// Throws `invalidRequest` for what the API would refuse whatever the model.
  init(_ request: ModelRequest, to model: GeminiModel) throws(GenerationError) {
    try request.transcript.check()
    let contents = Wire.Content.contents(
      of: request.transcript,
      signingCalls: model.name.namesModelThatSigns
    )
    guard !contents.isEmpty else { throw .invalidRequest(field: "prompt", reason: "is empty") }
    let tools = try Wire.Tool.tools(request.tools)
    let functions = tools.flatMap { $0.functionDeclarations ?? [] }.map(\.name)
    try model.checkCachedContent(with: request)
    let safetySettings = try Wire.SafetySetting.settings(model.safetySettings)
    self.init(
      contents: contents,
      systemInstruction: request.transcript.instructions.flatMap { instructions in
        instructions.isEmpty
          ? nil : Wire.Content(role: "user", parts: [Wire.Part(kind: .text(instructions))])
      },
      tools: tools.isEmpty ? nil : tools,
      toolConfig: try Wire.ToolConfig(model.toolConfig(for: request), functions: functions),
      safetySettings: safetySettings.isEmpty ? nil : safetySettings,
      generationConfig: try Wire.GenerationConfig(
        (model.generationConfig ?? .init()).overridden(by: request.options.gemini),
        schema: request.schema
      ),
      cachedContent: model.cachedContent
    )
  }
}

extension GeminiModel {
  /// Throws for what the API refuses together with cached content.
  fileprivate func checkCachedContent(with request: ModelRequest) throws(GenerationError) {
    guard let cachedContent else { return }
    guard !cachedContent.isEmpty else {
      throw .invalidRequest(field: "cachedContent", reason: "is empty")
    }
    let hasInstructions = !(request.transcript.instructions ?? "").isEmpty
    guard !hasInstructions, request.tools.isEmpty, toolConfig == nil else {
      throw .invalidRequest(
        field: "cachedContent",
        reason: "holds instructions and tools itself: the request must have none of its own"
      )
    }
  }
}

extension Wire.SafetySetting {
  fileprivate static func settings(
    _ settings: [SafetySetting]
  ) throws(GenerationError) -> [Wire.SafetySetting] {
    guard Set(settings.map(\.harmCategory)).count == settings.count else {
      throw .invalidRequest(field: "safetySettings", reason: "has two of one category")
    }
    return settings.map {
      .init(
        category: $0.harmCategory.rawValue,
        threshold: $0.threshold.rawValue,
        method: $0.method?.rawValue
      )
    }
  }
}

extension String {
  /// Whether a model of this name refuses function calls without a signature: Gemini 3 and later.
  fileprivate var namesModelThatSigns: Bool {
    guard let major = prefixMatch(of: /gemini-(\d+)/)?.1 else {
      return hasPrefix("gemini-") && hasSuffix("-latest")
    }
    return Int(major).map { $0 >= 3 } ?? true
  }
}

extension Transcript {
  /// Throws for a part that the API refuses from any model.
  fileprivate func check() throws(GenerationError) {
    for part in lazy.flatMap(\.content.parts) {
      if let video = part.videoMetadata { try Self.check(video) }
      switch part.content {
      case .inlineData(let data, let mimeType):
        guard !data.isEmpty else { throw .invalidRequest(field: "inlineData", reason: "is empty") }
        try Self.check(mimeType: mimeType)
      case .fileData(let uri, let mimeType):
        guard !uri.isEmpty else { throw .invalidRequest(field: "fileData", reason: "has no URI") }
        try Self.check(mimeType: mimeType)
      case .functionCall(let call) where call.name.isEmpty:
        throw .invalidRequest(field: "functionCall", reason: "has no name")
      case .functionResponse(let response) where response.name.isEmpty:
        throw .invalidRequest(field: "functionResponse", reason: "has no name")
      default:
        continue
      }
    }
  }

  private static func check(_ video: VideoMetadata) throws(GenerationError) {
    let offsets = [video.startOffset, video.endOffset].compactMap { $0 }
    guard offsets.allSatisfy({ (0...1e9).contains($0) }) else {
      throw .invalidRequest(field: "videoMetadata", reason: "has an offset below 0")
    }
    guard video.fps.map({ $0 > 0 && $0 <= 24 }) ?? true else {
      throw .invalidRequest(field: "fps", reason: "must be above 0 and at most 24")
    }
  }

  private static func check(mimeType: String) throws(GenerationError) {
    guard mimeType.contains("/") else {
      throw .invalidRequest(field: "mimeType", reason: "must be a type such as image/png")
    }
  }
}
