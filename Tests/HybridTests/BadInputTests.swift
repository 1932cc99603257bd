import CloudBackend
import Foundation
import HybridInference
import TestSupport
import XCTest

/// Bad input to sessions whose model is in the cloud.
final class BadInputTests: XCTestCase {
  private func model(
    _ name: String = "gemini-2.5-flash",
    key: String = OracleServer.apiKey
  ) throws -> GeminiModel {
    let server = try OracleServer.shared()
    return GeminiModel(
      name: name,
      api: .developer(apiKey: key, baseURL: server.baseURL),
      requestOptions: .init(retry: .none)
    )
  }

  /// Each is an error, nothing is lost, and the session still answers.
  func testTheSessionStaysUsable() async throws {
    try await OracleServer.shared().reset()
    let session = GenerativeModelSession(model: try model())
    try await session.respond(to: "Hello")
    let before = session.transcript
    let inputs: [(any PromptRepresentable, GenerationConfig)] = [
      ("", .init()), ([Part](), .init()), ([Part.text(""), .text("")], .init()),
      (Part.inlineData(Data(), mimeType: "image/png"), .init()),
      (Part.inlineData(Data([1]), mimeType: "png"), .init()),
      (Part.fileData(uri: "", mimeType: "image/png"), .init()),
      ("Hi", .init(temperature: 2.1)), ("Hi", .init(temperature: .nan)),
      ("Hi", .init(topP: -0.1)), ("Hi", .init(topK: 0)), ("Hi", .init(candidateCount: 0)),
      ("Hi", .init(maxOutputTokens: 0)), ("Hi", .init(maxOutputTokens: .max)),
      ("Hi", .init(presencePenalty: 2)), ("Hi", .init(frequencyPenalty: -.infinity)),
      ("Hi", .init(stopSequences: ["a", "b", "c", "d", "e", "f"])),
      ("Hi", .init(stopSequences: [""])), ("Hi", .init(seed: .max)),
      ("Hi", .init(thinkingConfig: .init(thinkingBudget: -2))),
      ("Hi", .init(responseMIMEType: "")),
    ]
    for (prompt, config) in inputs {
      for streams in [false, true] {
        await assertThrows(
          try await session.answer(prompt, streams: streams, options: config)
        ) { XCTAssertTrue($0 is GenerationError, "\($0)") }
        XCTAssertEqual(session.transcript, before)
        XCTAssertFalse(session.isResponding)
      }
    }
    let sent = try await OracleServer.shared().requests().count
    XCTAssertEqual(sent, 1, "none of them is sent")
    for prompt in [
      "\0", "a\0b", "<|im_end|>", "\u{2028}\u{FEFF}", String(repeating: "x", count: 1 << 20),
    ] {
      let response = try await session.respond(to: prompt)
      XCTAssertTrue(response.content.hasSuffix(prompt))
    }
    XCTAssertEqual(session.transcript.count, 12)
  }

  func testAWrongKeyAndAnUnknownModel() async throws {
    try await OracleServer.shared().reset()
    for (model, code) in [
      (try model(key: "wrong-key-0123456789"), 400), (try model("no-such-model"), 404),
    ] {
      let session = GenerativeModelSession(model: model)
      for streams in [false, true] {
        await assertThrows(try await session.answer("Hi", streams: streams)) { error in
          guard case GenerationError.backend(let backend) = error else {
            return XCTFail("\(error)")
          }
          XCTAssertEqual(backend.code, code)
          XCTAssertFalse("\(error) \(error.localizedDescription)".contains("wrong-key"))
        }
        XCTAssertTrue(session.transcript.isEmpty)
        XCTAssertFalse(session.isResponding)
      }
    }
    for key in ["", " ", "a key", "schlüssel", "a\nb"] {
      let session = GenerativeModelSession(model: try model(key: key))
      await assertThrows(try await session.respond(to: "Hi")) { error in
        guard case GenerationError.invalidRequest("apiKey", _) = error else {
          return XCTFail("\(error)")
        }
      }
    }
  }

  /// Two prompts at once, over a real connection: one answer, one refusal.
  func testTwoPromptsAtOnce() async throws {
    try await OracleServer.shared().reset()
    try await OracleServer.shared().play(.init("slow_first_token", ["ms": 300]))
    let session = GenerativeModelSession(model: try model())
    async let first = session.answer("one", streams: false).content
    async let second = session.answer("two", streams: true).content
    var answers: [String] = []
    var refusals = 0
    do { answers.append(try await first) } catch GenerationError.concurrentRequests {
      refusals += 1
    }
    do { answers.append(try await second) } catch GenerationError.concurrentRequests {
      refusals += 1
    }
    XCTAssertEqual(answers.count, 1)
    XCTAssertEqual(refusals, 1)
    XCTAssertEqual(session.transcript.count, 2)
    try await OracleServer.shared().reset()
    let next = try await session.respond(to: "three")
    XCTAssertEqual(next.content, "echo: three")
    XCTAssertEqual(session.transcript.count, 4)
  }
}
