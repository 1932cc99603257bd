import Foundation
import HybridInference
import TestSupport
import XCTest

/// Parts stand in a prompt as they stand in an array of parts.
final class PromptPartsTests: XCTestCase {
  func testPartsAreWrittenWithoutTheirType() async throws {
    let model = ScriptedModel("model")
    let session = GenerativeModelSession(model: model)
    let result = FunctionResponse(name: "f", response: .init(kind: .null))

    try await session.respond(
      to: "What is this?",
      .text("And that?"),
      .inlineData(Data([1]), mimeType: "image/png"),
      .fileData(uri: "gs://bucket/file", mimeType: "image/png")
    )
    try await session.respond(to: .functionResponse(result))

    let expected: [Part] = [
      .text("What is this?"), .text("And that?"), .inlineData(Data([1]), mimeType: "image/png"),
      .fileData(uri: "gs://bucket/file", mimeType: "image/png"),
    ]
    XCTAssertEqual(model.requests[0].transcript.last?.content.parts, expected)
    XCTAssertEqual(model.requests[1].transcript.last?.content.parts, [.functionResponse(result)])
  }
}
