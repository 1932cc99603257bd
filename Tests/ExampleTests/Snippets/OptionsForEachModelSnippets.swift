// swift-format-ignore-file
// Every Swift snippet of the article OptionsForEachModel, as it stands there. `ArticleTests` compares.

import CloudBackend
import Foundation
import HybridInference
import LocalBackend

enum OptionsForEachModelSnippets {
  static func both(
    _ session: GenerativeModelSession
  ) async throws -> GenerativeModelSession.Response<String> {
    let answer = try await session.respond(
      to: "Why is the sky blue?",
      options: .hybrid(
        gemini: GenerationConfig(
          temperature: 0.8, thinkingConfig: ThinkingConfig(thinkingLevel: .high)),
        foundationModels: GenerationOptions(
          sampling: .random(probabilityThreshold: 0.9), maximumResponseTokens: 200)))
    return answer
  }

  static func one(_ session: GenerativeModelSession) async throws -> [String] {
    let exact = GenerationOptions(sampling: .greedy)
    let first = try await session.respond(to: "Name a colour.", options: exact)

    let short = GenerationConfig(maxOutputTokens: 100)
    let second = try await session.respond(to: "Name another one.", options: short)
    return [first.content, second.content]
  }

  static func ofTheModels(key: String, file: URL) -> [any LanguageModel] {
    let cloud = GeminiModel(
      name: "gemini-flash-latest",
      api: .developer(apiKey: key),
      generationConfig: GenerationConfig(temperature: 0.2),
      safetySettings: [
        SafetySetting(harmCategory: .harassment, threshold: .blockLowAndAbove)
      ],
      requestOptions: RequestOptions(timeout: .seconds(60)))

    let system = SystemLanguageModel(
      modelURL: file,
      configuration: .init(contextSize: 8192, contextOverflow: .dropOldestTurns))
    return [cloud, system]
  }

  static func more() -> ResponseGenerationOptions {
    var options = ResponseGenerationOptions(gemini: GenerationConfig(temperature: 0))
    options.inferenceMode = .onlyInCloud
    options.tools.mode = ToolOptions.Mode.none
    options.repairsStructuredOutput = true
    return options
  }
}
