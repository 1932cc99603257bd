import Foundation
import HybridInference
import TestSupport
import XCTest

@testable import LocalBackend

/// Real weights for tests, loaded once for all of them.
enum TestModel {
  private static let shared = Result {
    SystemLanguageModel(
      modelURL: try LocalModels.system(),
      configuration: .init(contextSize: 2048)
    )
  }

  static func system() throws -> SystemLanguageModel { try shared.get() }

  /// Greedy, and short.
  static func greedy(_ count: Int) -> GenerationOptions {
    GenerationOptions(sampling: .greedy, maximumResponseTokens: count)
  }

  static func request(
    _ prompt: String,
    instructions: String? = nil,
    options: GenerationOptions = greedy(16)
  ) -> ModelRequest {
    ModelRequest(
      transcript: Transcript(
        instructions: instructions,
        entries: [.init(content: ModelContent(parts: [.text(prompt)]))]
      ),
      options: .foundationModels(options)
    )
  }
}

/// The error that an operation throws; a failed test when it throws none.
func failure(
  of operation: () async throws -> some Any,
  line: UInt = #line
) async -> (any Error)? {
  do {
    let value = try await operation()
    XCTFail("no error, but \(value)", line: line)
    return nil
  } catch {
    return error
  }
}
