// swift-format-ignore-file
// Every Swift snippet of the article Conversations, as it stands there. `ArticleTests` compares.

import Foundation
import HybridInference
import LocalBackend

enum ConversationsSnippets {
  static func talk(_ session: GenerativeModelSession) async throws -> String {
    try await session.respond(to: "My name is Ada.")
    let answer = try await session.respond(to: "What is my name?")
    for entry in session.transcript {
      print(entry.modelVersion ?? "you", entry.text)
    }
    return answer.content
  }

  static func save(
    _ session: GenerativeModelSession, otherModel: any LanguageModel
  ) throws -> GenerativeModelSession {
    let saved = try JSONEncoder().encode(session.transcript)
    let restored = GenerativeModelSession(
      model: otherModel,
      transcript: try JSONDecoder().decode(Transcript.self, from: saved))
    return restored
  }

  static func saveState(
    _ session: GenerativeModelSession,
    restored: GenerativeModelSession,
    system: SystemLanguageModel,
    stateURL: URL
  ) async throws {
    try await system.saveState(of: session.transcript, to: stateURL)
    // … in the next run of the app:
    await system.loadState(of: restored.transcript, from: stateURL)
  }

  static func branch(
    _ session: GenerativeModelSession, cloud: any LanguageModel, tools: [any ToolRepresentable]
  ) -> GenerativeModelSession {
    var transcript = session.transcript
    let examples: [(String, ModelContent.Role)] = [
      ("Who are you?", .user), ("Arr! A pirate.", .model),
    ]
    for (text, role) in examples {
      transcript.append(.init(content: ModelContent(role: role, parts: [.text(text)])))
    }
    let branch = GenerativeModelSession(
      model: cloud, tools: tools, transcript: transcript)
    return branch
  }

  static func count(_ session: GenerativeModelSession) async throws -> Int {
    let count = try await session.countTokens("And now?").totalTokens
    return count
  }
}
