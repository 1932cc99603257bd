import Foundation
import HybridInference
import TestSupport
import XCTest

@testable import CloudBackend

/// The beginning of an answer, to be gone on with: the conversation ends with the model's own turn.
final class ContinuationTests: CloudTestCase {
  private func request(_ schema: GenerationSchema? = nil) -> ModelRequest {
    var request = ModelRequest.conversation(
      [.user(.text("One")), .model(.text("Eins")), .user(.text("Two")), .model(.text("Zw"))],
      instructions: "Translate.",
      schema: schema
    )
    request.continuesAnswer = true
    return request
  }

  /// The strict server takes it, whole, streamed and to count, from models old and new.
  func testTheConversationEndsWithTheModelsTurn() async throws {
    for name in ["gemini-2.5-flash", "gemini-3-flash-preview"] {
      try await server?.reset()
      let model = try model(name: name)
      XCTAssertTrue(model.continuesAnswers)
      _ = try await model.generateContent(request())
      _ = try await model.streamContent(request()).collected()
      _ = try await model.countTokens(request())
      let bodies = try await server?.requests().compactMap(\.body) ?? []
      XCTAssertEqual(bodies.count, 3)
      for body in bodies {
        XCTAssertEqual(
          (body["generateContentRequest"] ?? body)["contents"],
          [
            ["role": "user", "parts": [["text": "One"]]],
            ["role": "model", "parts": [["text": "Eins"]]],
            ["role": "user", "parts": [["text": "Two"]]],
            ["role": "model", "parts": [["text": "Zw"]]],
          ]
        )
      }
    }
  }

  func testWithASchema() async throws {
    let schema = GenerationSchema.object(properties: ["title": .string()])
    _ = try await model().generateContent(request(schema))
    let body = try await server?.requests().last?.body
    XCTAssertNotNil(body?["generationConfig"]?["responseJsonSchema"])
  }
}
