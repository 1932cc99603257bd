// swift-format-ignore-file
// The Swift snippet of the module's page, as it stands there. `ArticleTests` compares.

import CloudBackend
import HybridInference
import LocalBackend

enum HybridInferenceSnippets {
  static func overview(cloud: GeminiModel) async throws {
    let session = GenerativeModelSession(
      model: .hybridModel(primary: SystemLanguageModel.default, secondary: cloud))
    let response = try await session.respond(to: "Why is the sky blue?")
    print(response.content, response.rawResponse.modelVersion)
  }
}
