// swift-format-ignore-file
// Every Swift snippet of the article HandlingErrors, as it stands there. `ArticleTests` compares.

import Foundation
import HybridInference

enum HandlingErrorsSnippets {
  static func handle(_ session: GenerativeModelSession) async throws {
    do {
      try await session.respond(to: "Hello")
    } catch GenerationError.offline {
      print("No connection.")
    } catch GenerationError.rateLimited(let delay) {
      print("Too many requests. Try again in \(delay ?? .seconds(60)).")
    } catch let error as GenerationError {
      print(error.localizedDescription, error.recoverySuggestion ?? "")
    }
  }

  static func continuing() -> HybridPolicy { HybridPolicy(continuesInterruptedStreams: true) }
}
