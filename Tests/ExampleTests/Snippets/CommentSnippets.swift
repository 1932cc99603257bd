// swift-format-ignore-file
// The Swift snippets of documentation comments, as they stand there. `ArticleTests` compares.

import Foundation
import HybridInference
import LocalBackend

enum CommentSnippets {
  static func systemLanguageModel() async throws {
    let session = GenerativeModelSession(model: SystemLanguageModel.default)
    print(try await session.respond(to: "Hello!").content)
  }

  static func saveState(
    model: SystemLanguageModel, session: GenerativeModelSession, transcriptURL: URL, stateURL: URL
  ) async throws {
    try JSONEncoder().encode(session.transcript).write(to: transcriptURL)
    try await model.saveState(of: session.transcript, to: stateURL)
  }
}
