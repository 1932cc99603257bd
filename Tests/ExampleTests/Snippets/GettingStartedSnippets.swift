// swift-format-ignore-file
// Every Swift snippet of the article GettingStarted, as it stands there. `ArticleTests` compares.

import CloudBackend
import Foundation
import HybridInference
import LocalBackend

enum GettingStartedSnippets {
  static func usage(key: String) async throws -> GenerativeModelSession.Response<String> {
    let cloud = GeminiModel(name: "gemini-flash-latest", api: .developer(apiKey: key))
    let session = GenerativeModelSession(
      model: .hybridModel(primary: SystemLanguageModel.default, secondary: cloud),
      instructions: "Answer in one sentence.")

    let response = try await session.respond(to: "Why is the sky blue?")
    print(response.content)
    return response
  }

  static func stream(_ session: GenerativeModelSession, show: (String) -> Void) async throws {
    for try await snapshot in session.streamResponse(to: "And at sunset?") {
      show(snapshot.content)  // all the text so far
    }
  }

  static func whoAnswered(_ response: GenerativeModelSession.Response<String>) {
    let answer = response.rawResponse
    print(answer.modelVersion, answer.inferenceSource)
    print(answer.usageMetadata?.totalTokenCount ?? 0, "tokens")
    for attempt in answer.route {
      print(attempt.modelName, attempt.outcome, attempt.duration)
    }
  }

  static func image(_ session: GenerativeModelSession, photo: Data) async throws {
    try await session.respond(to: "What is this?", .inlineData(photo, mimeType: "image/png"))
  }
}
