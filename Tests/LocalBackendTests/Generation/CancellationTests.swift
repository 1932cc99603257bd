import Foundation
import HybridInference
import XCTest

@testable import LocalBackend

final class CancellationTests: XCTestCase {
  private func endless(_ prompt: String) -> ModelRequest {
    TestModel.request(prompt, options: .init(sampling: .greedy, maximumResponseTokens: 1500))
  }

  /// A model of its own, with one sequence: whatever runs on it is in the way of the next request.
  private func narrowModel() throws -> SystemLanguageModel {
    SystemLanguageModel(
      modelURL: URL(fileURLWithPath: try TestModel.system().path),
      configuration: .init(contextSize: 2048, maximumConcurrentRequests: 1)
    )
  }

  private func assertIsFree(_ model: SystemLanguageModel, line: UInt = #line) async throws {
    let start = ContinuousClock.now
    _ = try await model.generateContent(TestModel.request("Hi", options: TestModel.greedy(1)))
    XCTAssertLessThan(ContinuousClock.now - start, .seconds(8), line: line)
  }

  func testWhileGenerating() async throws {
    let model = try narrowModel()
    let request = endless("Write a long story about the history of every city in Europe.")
    let task = Task {
      var count = 0
      for try await _ in model.streamContent(request) { count += 1 }
      try Task.checkCancellation()
      return count
    }
    try await Task.sleep(for: .milliseconds(400))
    let start = ContinuousClock.now
    task.cancel()
    let error = await failure { try await task.value }
    XCTAssertTrue(error is CancellationError, "\(String(describing: error))")
    XCTAssertLessThan(ContinuousClock.now - start, .seconds(3))
    try await assertIsFree(model)
  }

  func testWholeAnswer() async throws {
    let model = try narrowModel()
    let request = endless("Write a long story about the history of every city in Europe.")
    let task = Task { try await model.generateContent(request).text }
    try await Task.sleep(for: .milliseconds(300))
    task.cancel()
    let error = await failure { try await task.value }
    XCTAssertTrue(error is CancellationError, "\(String(describing: error))")
    try await assertIsFree(model)
  }

  func testWhileReadingALongPrompt() async throws {
    let model = try narrowModel()
    try await assertIsFree(model)
    let words = Array(repeating: "The sun is warm.", count: 380).joined(separator: " ")
    let request = endless(words)
    let log = LogRecorder()
    try await log.record {
      let task = Task { try await model.generateContent(request).text }
      try await Task.sleep(for: .milliseconds(300))
      let start = ContinuousClock.now
      task.cancel()
      let error = await failure { try await task.value }
      XCTAssertTrue(error is CancellationError, "\(String(describing: error))")
      try await assertIsFree(model)
      XCTAssertLessThan(ContinuousClock.now - start, .seconds(3))
    }
    XCTAssertEqual(log.messages(), [], "a cancellation is no fault")
  }

  func testDroppedStream() async throws {
    let model = try narrowModel()
    let request = endless("Write a long story about the history of every city in Europe.")
    for try await chunk in model.streamContent(request) where !chunk.text.isEmpty { break }
    try await assertIsFree(model)
    _ = model.streamContent(request)
    try await assertIsFree(model)
  }

  func testSessionIsAsBefore() async throws {
    let session = GenerativeModelSession(model: try narrowModel())
    let task = Task {
      try await session.respond(
        to: "Write a long story.",
        options: GenerationOptions(sampling: .greedy)
      ).content
    }
    try await Task.sleep(for: .milliseconds(300))
    task.cancel()
    _ = try? await task.value
    XCTAssertEqual(session.transcript.count, 0)
    _ = try await session.respond(to: "Hello", options: TestModel.greedy(2))
    XCTAssertEqual(session.transcript.count, 2)
  }

  func testBeforeAnything() async throws {
    let model = try TestModel.system()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await model.generateContent(TestModel.request("Hello")).text
    }
    let error = await failure { try await task.value }
    XCTAssertTrue(error is CancellationError, "\(String(describing: error))")
  }
}
