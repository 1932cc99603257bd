// swift-format-ignore-file
// Every Swift snippet of the article MovingFromFoundationModels, as it stands there. `ArticleTests` compares.

import CloudBackend
import Foundation
import HybridInference
import LocalBackend

enum MovingFromFoundationModelsSnippets {
  static func session() async throws {
    // let session = LanguageModelSession(instructions: "Answer in one sentence.")
    // let answer = try await session.respond(to: "Why is the sky blue?")
    let session = GenerativeModelSession(
      model: SystemLanguageModel.default, instructions: "Answer in one sentence.")
    let answer = try await session.respond(to: "Why is the sky blue?")
    print(answer.content)
  }

  // @Generable struct Cat {
  //   var name: String
  //   @Guide(description: "The age of the cat", .range(0...20)) var age: Int
  // }
  struct Cat: Generable {
    var name: String
    var age: Int

    static let guides: [String: GenerationGuide] = [
      "age": .init(description: "The age of the cat", range: 0...20)
    ]
  }

  static func typed(_ session: GenerativeModelSession) async throws -> String {
    let cat = try await session.respond(to: "Make up a cat", generating: Cat.self)
    let cats = session.streamResponse(to: "Another one", generating: Cat.self)
    for try await snapshot in cats {
      print(snapshot.rawContent["name"]?.stringValue ?? "…")
    }
    return cat.content.name
  }

  static func names(_ session: GenerativeModelSession, photo: Data, file: URL) async throws {
    _ = GenerationOptions(sampling: .greedy, temperature: 1, maximumResponseTokens: 10)
    _ = SystemLanguageModel(modelURL: file)
    _ = GeminiModel(name: "gemini-flash-latest", api: .developer(apiKey: "key"))
    _ = ToolOptions(errors: .endTurn)
    try await session.respond(to: "…", .inlineData(photo, mimeType: "image/png"))
  }
}
