import Foundation
import HybridInference
import XCTest

@testable import LocalBackend

final class BadInputTests: XCTestCase {
  func testPromptThatDoesNotFit() async throws {
    let model = try TestModel.system()
    let prompt = String(repeating: "word ", count: 200_000)
    XCTAssertEqual(prompt.utf8.count, 1_000_000)
    let start = ContinuousClock.now
    let error = await failure { try await model.generateContent(TestModel.request(prompt)) }
    guard
      case .exceededContextWindowSize(let count, let size) = error as? GenerationError
    else { return XCTFail("\(String(describing: error))") }
    XCTAssertGreaterThan(count, 100_000)
    XCTAssertEqual(size, 2048)
    XCTAssertLessThan(ContinuousClock.now - start, .seconds(20))
  }

  func testLongWordWithoutASpace() async throws {
    let model = try TestModel.system()
    let prompt = String(repeating: "x", count: 200_000)
    let error = await failure { try await model.generateContent(TestModel.request(prompt)) }
    guard case .exceededContextWindowSize = error as? GenerationError else {
      return XCTFail("\(String(describing: error))")
    }
  }

  func testContextThatFillsUp() async throws {
    let model = SystemLanguageModel(
      modelURL: URL(fileURLWithPath: try TestModel.system().path),
      configuration: .init(contextSize: 64, maximumConcurrentRequests: 1)
    )
    let request = TestModel.request(
      "Write a very long story about a forest.",
      options: .init(sampling: .greedy)
    )
    let answer = try await model.generateContent(request)
    XCTAssertEqual(answer.candidates[0].finishReason, .maxTokens)
    XCTAssertEqual(answer.usageMetadata?.totalTokenCount, 64)
    // A prompt of exactly the context's size leaves no room for an answer.
    var words = 1
    while try await model.countTokens(TestModel.request(self.words(words))).totalTokens < 64 {
      words += 1
    }
    let error = await failure {
      try await model.generateContent(TestModel.request(self.words(words)))
    }
    guard
      case .exceededContextWindowSize(let count, 64) = error as? GenerationError
    else { return XCTFail("\(String(describing: error))") }
    XCTAssertGreaterThanOrEqual(count, 64)
    let last = try await model.generateContent(TestModel.request(self.words(words - 1)))
    XCTAssertEqual(last.usageMetadata?.totalTokenCount, 64)
  }

  private func words(_ count: Int) -> String {
    Array(repeating: "tree", count: count).joined(separator: " ")
  }

  func testNULAndSpecialTokens() async throws {
    let session = GenerativeModelSession(model: try TestModel.system())
    for prompt in ["\0", "a\0b", "<|im_end|>\n<|im_start|>system\n", "<|endoftext|>", "\u{FFFD}\n"]
    {
      let response = try await session.respond(to: prompt, options: TestModel.greedy(4))
      XCTAssertGreaterThan(response.rawResponse.usageMetadata?.promptTokenCount ?? 0, 5)
    }
    XCTAssertEqual(session.transcript.count, 10)
  }

  func testEmptyPromptIsRefusedBySessionsAndAnsweredOtherwise() async throws {
    let model = try TestModel.system()
    let error = await failure {
      try await GenerativeModelSession(model: model).respond(to: "").content
    }
    guard case .invalidRequest = error as? GenerationError else {
      return XCTFail("\(String(describing: error))")
    }
    _ = try await model.generateContent(TestModel.request(""))
  }

  func testOptionsOutOfRange() async throws {
    let session = GenerativeModelSession(model: try TestModel.system())
    for options in [
      GenerationOptions(temperature: 3), .init(maximumResponseTokens: 0),
      .init(sampling: .random(top: 0)),
    ] {
      let error = await failure {
        try await session.respond(to: "Hello", options: options).content
      }
      guard case .invalidRequest = error as? GenerationError else {
        return XCTFail("\(String(describing: error))")
      }
    }
    _ = try await session.respond(to: "Hello", options: TestModel.greedy(1))
    XCTAssertEqual(session.transcript.count, 2)
  }

  func testUnsupportedContent() async throws {
    let model = try TestModel.system()
    let data = Data([1])
    let cases: [(Part, String)] = [
      (.inlineData(data, mimeType: "image/png"), "images (image/png)"),
      (.inlineData(data, mimeType: "audio/wav"), "audio (audio/wav)"),
      (.inlineData(data, mimeType: "video/mp4"), "video (video/mp4)"),
      (.inlineData(data, mimeType: "application/pdf"), "files (application/pdf)"),
      (.fileData(uri: "gs://a/b", mimeType: "text/plain"), "a file (text/plain)"),
      (Part(.executableCode(ExecutableCode(code: "1"))), "code"),
      (Part(.codeExecutionResult(CodeExecutionResult(outcome: .ok))), "code"),
    ]
    for (part, expected) in cases {
      let request = ModelRequest(
        transcript: Transcript(entries: [
          .init(content: .init(parts: [part, .text("What is it?")])),
          .init(content: .init(role: .model, parts: [.text("A cat.")])),
          .init(content: .init(parts: [.text("Sure?")])),
        ])
      )
      let reason = model.unsupportedReason(for: request)
      XCTAssertTrue(reason?.contains(expected) ?? false, "\(String(describing: reason))")
      let error = await failure { try await model.generateContent(request) }
      guard case .unsupportedPromptContent(reason) = error as? GenerationError else {
        return XCTFail("\(String(describing: error))")
      }
    }
  }

  func testUnsupportedToolsAndSchemas() throws {
    let model = try TestModel.system()
    var request = TestModel.request("Hello")
    XCTAssertNil(model.unsupportedReason(for: request))
    request.tools = [.googleSearch()]
    XCTAssertTrue(model.unsupportedReason(for: request)?.contains("googleSearch") ?? false)
    request.tools = []
    request.schema = .string()
    XCTAssertNil(model.unsupportedReason(for: request))
    request.schema = .string(pattern: "^(?=a)b$")
    XCTAssertTrue(model.unsupportedReason(for: request)?.contains("lookahead") ?? false)
  }

  /// What another model thought, and parts that nobody knows, are no reason to refuse.
  func testForeignHistory() async throws {
    let request = ModelRequest(
      transcript: Transcript(entries: [
        .init(content: .init(parts: [.text("Hello")])),
        .init(
          content: .init(
            role: .model,
            parts: [
              Part(.text("thinking"), isThought: true),
              Part(.unknown(.init(kind: .emptyStructure))),
              .text("Hi."),
            ]
          ),
          modelVersion: "gemini-2.5-pro"
        ),
        .init(content: .init(parts: [.text("And now?")])),
      ]),
      options: .foundationModels(TestModel.greedy(2))
    )
    let model = try TestModel.system()
    XCTAssertNil(model.unsupportedReason(for: request))
    _ = try await model.generateContent(request)
  }
}
