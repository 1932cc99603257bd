import Foundation
import HybridInference
import TestSupport
import XCTest

@testable import CloudBackend

final class ConversationTests: CloudTestCase {
  func testSendsInstructionsAndAllTurns() async throws {
    let request = ModelRequest.conversation(
      [.user(.text("One")), .model(.text("Eins")), .user(.text("Two"), .text("and three"))],
      instructions: "Translate."
    )
    _ = try await model().generateContent(request)
    _ = try await model().countTokens(request)
    let bodies = try await server?.requests().compactMap(\.body) ?? []
    XCTAssertEqual(bodies.first?["systemInstruction"]?["parts"], [["text": "Translate."]])
    XCTAssertEqual(
      bodies.first?["contents"],
      [
        ["role": "user", "parts": [["text": "One"]]],
        ["role": "model", "parts": [["text": "Eins"]]],
        ["role": "user", "parts": [["text": "Two"], ["text": "and three"]]],
      ]
    )
    XCTAssertEqual(bodies.last?["generateContentRequest"]?["contents"], bodies.first?["contents"])
  }

  func testSendsEveryKindOfPart() async throws {
    let image = Data([0x89, 0x50, 0xFF, 0x00])
    let request = ModelRequest.conversation([
      .user(
        .text("Look \u{0} \u{1F600} \"\\/"),
        .inlineData(image, mimeType: "image/png"),
        .fileData(uri: "gs://bucket/file", mimeType: "application/pdf")
      ),
      .model(
        Part(.executableCode(ExecutableCode(code: "print(1)"))),
        Part(.codeExecutionResult(CodeExecutionResult(outcome: .ok, output: "1"))),
        Part(.codeExecutionResult(CodeExecutionResult(outcome: .failed))),
        Part(.unknown(["toolCall": ["id": "1", "toolType": "URL_CONTEXT", "args": ["a": 1]]]))
      ),
      .user(.text("Go on")),
    ])
    _ = try await model().generateContent(request)
    let body = try await server?.requests().first?.body
    XCTAssertEqual(
      body?["contents"],
      [
        [
          "role": "user",
          "parts": [
            ["text": "Look \u{0} \u{1F600} \"\\/"],
            ["inlineData": ["mimeType": "image/png", "data": "iVD/AA=="]],
            ["fileData": ["mimeType": "application/pdf", "fileUri": "gs://bucket/file"]],
          ],
        ],
        [
          "role": "model",
          "parts": [
            ["executableCode": ["language": "PYTHON", "code": "print(1)"]],
            ["codeExecutionResult": ["outcome": "OUTCOME_OK", "output": "1"]],
            ["codeExecutionResult": ["outcome": "OUTCOME_FAILED"]],
            ["toolCall": ["id": "1", "toolType": "URL_CONTEXT", "args": ["a": 1]]],
          ],
        ],
        ["role": "user", "parts": [["text": "Go on"]]],
      ]
    )
  }

  /// Thoughts and empty texts stay here; what carries a signature goes back (C1, C4, C5).
  func testLeavesOutWhatTheAPIDoesNotWant() async throws {
    let request = ModelRequest.conversation([
      .user(.text("One"), .text("")), .model(Part(.text("hm"), isThought: true)),
      .user(.text("Two")), .model(Part(.text("hm"), isThought: true), .text(""), .text("Zwei")),
      .model(), .user(.text("Three")),
    ])
    _ = try await model().generateContent(request)
    let body = try await server?.requests().first?.body
    XCTAssertEqual(
      body?["contents"],
      [
        ["role": "user", "parts": [["text": "One"]]], ["role": "user", "parts": [["text": "Two"]]],
        ["role": "model", "parts": [["text": "Zwei"]]],
        ["role": "user", "parts": [["text": "Three"]]],
      ]
    )
  }

  func testSignaturesOfThinkingGoBack() async throws {
    for streams in [false, true] {
      for name in ["gemini-3-pro-preview", "gemini-2.5-pro"] {
        let config = GenerationConfig(thinkingConfig: .init(includeThoughts: true))
        let model = try model("thinking", name: name, config: config)
        var request = ModelRequest.prompt("One")
        let answer =
          streams
          ? try await model.streamContent(request).collected().flatMap(\.parts)
          : try await model.generateContent(request).parts
        XCTAssertTrue(answer.contains(where: \.isThought))
        let signature = try XCTUnwrap(answer.compactMap(\.thoughtSignature).first)
        request.transcript.append(.init(content: .init(role: .model, parts: answer)))
        request.transcript.append(.user(.text("Two")))
        _ = try await model.generateContent(request)
        let sent = try await server?.requests().last?.body?["contents"]?.jsonString ?? ""
        XCTAssertTrue(sent.contains(signature), sent)
        XCTAssertFalse(sent.contains("First I look"), sent)
      }
    }
  }

  func testAnEmptyPromptIsRefused() async throws {
    for request in [
      ModelRequest.conversation([]), .prompt(""), .conversation([.user()]),
      .conversation([.user(Part(.text("hm"), isThought: true))]),
    ] {
      await assertThrows(try await model().generateContent(request)) { error in
        guard case .invalidRequest("prompt", _)? = error as? GenerationError else {
          return XCTFail("\(error)")
        }
      }
    }
  }

  func testPartsThatCannotBeAreRefused() async throws {
    for (field, part) in [
      ("inlineData", Part.inlineData(Data(), mimeType: "image/png")),
      ("mimeType", .inlineData(Data([1]), mimeType: "png")),
      ("fileData", .fileData(uri: "", mimeType: "image/png")),
      ("mimeType", .fileData(uri: "gs://x", mimeType: "")),
      ("functionCall", .functionCall(.init(name: ""))),
      ("functionResponse", .functionResponse(.init(name: "", response: [:]))),
    ] {
      let request = ModelRequest.conversation([.user(part)])
      await assertThrows(try await model().generateContent(request)) { error in
        guard case .invalidRequest(field, _)? = error as? GenerationError else {
          return XCTFail("\(error), not about \(field)")
        }
      }
    }
  }

  func testALargePromptArrives() async throws {
    let text = String(repeating: "0123456789abcde\n", count: 1 << 16)
    let response = try await model().generateContent(.prompt(text))
    XCTAssertEqual(response.text, "echo: " + text)
  }

  func testVertexIsAskedWithAToken() async throws {
    let base = try XCTUnwrap(server).baseURL
    let api = GeminiAPI.vertex(project: "p", location: "l", baseURL: base) {
      OracleServer.accessToken
    }
    let model = GeminiModel(name: "gemini-2.5-flash", api: api)
    let request = ModelRequest.prompt("Hello", instructions: "Be brief.")
    let answer = try await model.generateContent(request)
    XCTAssertEqual(answer.text, "echo: Hello")
    let chunks = try await model.streamContent(request).collected()
    XCTAssertEqual(chunks.map(\.text).joined(), "echo: Hello")
    let count = try await model.countTokens(request)
    XCTAssertGreaterThan(count.totalTokens, 0)
  }

  func testAFailingTokenIsReported() async throws {
    struct Failure: Error {}
    let base = try XCTUnwrap(server).baseURL
    let failing = GeminiAPI.vertex(project: "p", baseURL: base) { throw Failure() }
    await assertThrows(
      try await GeminiModel(name: "m", api: failing).generateContent(.prompt("Hi"))
    ) { error in
      guard case .internalError? = error as? GenerationError else { return XCTFail("\(error)") }
    }
    let empty = GeminiAPI.vertex(project: "p", baseURL: base) { "" }
    await assertThrows(
      try await GeminiModel(name: "m", api: empty).generateContent(.prompt("Hi"))
    ) { error in
      guard case .invalidRequest("accessToken", _)? = error as? GenerationError else {
        return XCTFail("\(error)")
      }
    }
  }
}
