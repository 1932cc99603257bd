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
    let safetySettings = try Wire.SafetySetting.settings(model.safetySettings)
    self.init(
      contents: contents,
      systemInstruction: request.transcript.instructions.flatMap { instructions in
        instructions.isEmpty
          ? nil : Wire.Content(role: nil, parts: [Wire.Part(kind: .text(instructions))])
      },
      tools: tools.isEmpty ? nil : tools,
      toolConfig: try Wire.ToolConfig(model.toolConfig, functions: functions),
      safetySettings: safetySettings.isEmpty ? nil : safetySettings,
      generationConfig: try Wire.GenerationConfig(
        (model.generationConfig ?? .init()).overridden(by: request.options.gemini),
        schema: request.schema
      )
    )
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

  private static func check(mimeType: String) throws(GenerationError) {
    guard mimeType.contains("/") else {
      throw .invalidRequest(field: "mimeType", reason: "must be a type such as image/png")
    }
  }
}
