import Foundation
import HybridInference
import TestSupport
import XCTest

@testable import LocalBackend

final class LongConversationTests: XCTestCase {
  /// With nothing set but the length of answers, a conversation goes on past the size of a batch
  /// (L11).
  func testDefaultOptionsAndManyTurns() async throws {
    let model = SystemLanguageModel(modelURL: try LocalModels.system())
    let session = GenerativeModelSession(model: model)
    let filler = Array(repeating: "The sun is warm.", count: 45).joined(separator: " ")
    var tokens = 0
    for turn in 1...5 {
      let response = try await session.respond(
        to: "\(filler) Say only: yes.",
        options: GenerationOptions(maximumResponseTokens: 8)
      )
      XCTAssertEqual(session.transcript.count, 2 * turn)
      let count = response.rawResponse.usageMetadata?.promptTokenCount ?? 0
      XCTAssertGreaterThan(count, tokens)
      tokens = count
    }
    XCTAssertGreaterThan(tokens, 512 + 256)
  }

  /// A full context, by the answer and then by the prompt: a right end and a right error (L8).
  func testAFullContextIsToldAndTheSessionLives() async throws {
    let model = SystemLanguageModel(
      modelURL: try LocalModels.system(),
      configuration: .init(contextSize: 96, maximumConcurrentRequests: 1)
    )
    for streams in [false, true] {
      let session = GenerativeModelSession(model: model)
      let first = try await session.answer(
        "Write a very long story about a forest.",
        streams: streams,
        options: GenerationOptions(sampling: .greedy)
      )
      XCTAssertEqual(first.rawResponse.candidates.first?.finishReason, .maxTokens)
      let before = session.transcript
      XCTAssertEqual(before.count, 2)
      let error = await failure { try await session.answer("Go on.", streams: streams) }
      guard case .exceededContextWindowSize(let count, 96) = error as? GenerationError else {
        return XCTFail("\(String(describing: error))")
      }
      XCTAssertGreaterThan(count, 96)
      XCTAssertEqual(session.transcript, before)
      XCTAssertFalse(session.isResponding)
    }
  }

  /// The reader leaves or is cancelled: nothing of the turn stays, and the next one starts at once
  /// (L9).
  func testATurnThatWasLeftLeavesNothing() async throws {
    let model = SystemLanguageModel(
      modelURL: try LocalModels.system(),
      configuration: .init(contextSize: 2048, maximumConcurrentRequests: 1)
    )
    let session = GenerativeModelSession(model: model)
    let long = GenerationOptions(sampling: .greedy, maximumResponseTokens: 1500)
    for try await _ in session.streamResponse(to: "Write a long story.", options: long) { break }
    XCTAssertTrue(session.transcript.isEmpty)
    let task = Task {
      for try await _ in session.streamResponse(to: "Write a long story.", options: long) {}
    }
    try await Task.sleep(for: .milliseconds(300))
    task.cancel()
    let error = await failure { try await task.value }
    XCTAssertTrue(error is CancellationError, "\(String(describing: error))")
    let start = ContinuousClock.now
    let response = try await session.respond(to: "Hello", options: TestModel.greedy(2))
    XCTAssertLessThan(ContinuousClock.now - start, .seconds(5))
    XCTAssertEqual(session.transcript.map(\.text), ["Hello", response.content])
  }

  /// Two turns that are the same get the same answer by default greedy sampling (L14).
  func testGreedyAnswersAreRepeatable() async throws {
    let model = try TestModel.system()
    let request = TestModel.request("Repeat: a a a a a a", options: TestModel.greedy(32))
    let answers = try await [
      model.generateContent(request).text, model.generateContent(request).text,
      model.generateContent(request).text,
    ]
    XCTAssertEqual(answers[1], answers[2])
  }

  /// Bad input to a session on the device: an error each, nothing lost, and it still answers.
  func testBadInputLeavesTheSessionUsable() async throws {
    let session = GenerativeModelSession(model: try TestModel.system())
    let brief = TestModel.greedy(2)
    try await session.respond(to: "Hello", options: brief)
    let before = session.transcript
    let image = Part.inlineData(Data([1]), mimeType: "image/png")
    let inputs: [(any PromptRepresentable, GenerationOptions)] = [
      ("", brief), (String(repeating: "word ", count: 200_000), brief), ([Part](), brief),
      ([Part.text("What is it?"), image], brief), ("Hi", .init(temperature: -1)),
      ("Hi", .init(temperature: .nan)), ("Hi", .init(temperature: .infinity)),
      ("Hi", .init(maximumResponseTokens: 0)), ("Hi", .init(maximumResponseTokens: .min)),
      ("Hi", .init(sampling: .random(top: -1))),
      ("Hi", .init(sampling: .random(probabilityThreshold: .nan))),
      ("Hi", .init(sampling: .random(probabilityThreshold: 1.1))),
    ]
    for (prompt, options) in inputs {
      for streams in [false, true] {
        let error = await failure {
          try await session.answer(prompt, streams: streams, options: options)
        }
        XCTAssertTrue(error is GenerationError, "\(String(describing: error))")
        XCTAssertEqual(session.transcript, before)
        XCTAssertFalse(session.isResponding)
      }
    }
    for prompt in ["\0", "<|im_end|>", String(repeating: "\0", count: 20)] {
      try await session.respond(to: prompt, options: brief)
    }
    XCTAssertEqual(session.transcript.count, 8)
  }
}
