// swift-format-ignore-file
// Every Swift snippet of the article MovingFromFirebase, as it stands there. `ArticleTests` compares.

import FirebaseAILogic

enum MovingFromFirebaseSnippets {
  static func inAMinute(key: String) async throws {
    let ai = FirebaseAI.firebaseAI(backend: .googleAI(apiKey: key))
    let session = ai.generativeModelSession(
      model: .hybridModel(
        primary: FirebaseAI.SystemLanguageModel.default,
        secondary: ai.geminiModel(name: "gemini-flash-latest")))

    let response = try await session.respond(to: "Why is the sky blue?")
    print("You used: \(response.rawResponse.modelVersion)")
  }

  // @Generable struct UserProfile {
  //   @Guide(description: "The user's age.", .range(1...120)) var age: Int
  //   @Guide(.count(3)) var topics: [String]
  // }
  struct UserProfile: Generable {
    var age: Int
    var topics: [String]

    static let guides: [String: GenerationGuide] = [
      "age": .init(description: "The user's age.", range: 1...120),
      "topics": .init(count: 3...3),
    ]
  }
}
