import Foundation
import HybridInference
import Synchronization
import XCTest

@testable import LocalBackend

final class InferenceSchedulerTests: XCTestCase {
  private typealias Script = ScriptedEngine.Script

  private func scheduler(_ script: Script, sequences: Int = 4) -> InferenceScheduler {
    InferenceScheduler(name: "test") {
      { flag in ScriptedEngine(sequences: sequences, script: script, abortFlag: flag) }
    }
  }

  private static func run(
    _ prompt: [TokenID],
    limit: Int,
    on scheduler: InferenceScheduler
  ) async throws -> (text: String, result: GenerationResult) {
    var text = ""
    for try await event in scheduler.generate(
      prompt: prompt,
      sampling: try SamplingPlan(nil),
      limit: limit
    ) {
      switch event {
      case .text(let piece): text += piece
      case .finished(let result): return (text, result)
      }
    }
    throw CancellationError()
  }

  private static func prompt(_ seed: Int, count: Int) -> [TokenID] {
    (0..<count).map { TokenID(($0 * 7 + seed * 131) % 5000) }
  }

  func testAnswers() async throws {
    let script = Script()
    let scheduler = scheduler(script)
    let prompt = Self.prompt(1, count: 100)
    let (text, result) = try await Self.run(prompt, limit: 10, on: scheduler)
    XCTAssertEqual(result.answer, ScriptedEngine.answer(to: prompt, count: 10))
    XCTAssertEqual(text, result.answer.map { " \($0)" }.joined())
    XCTAssertEqual(result.finishReason, .maxTokens)
    XCTAssertEqual(result.promptTokenCount, 100)
    XCTAssertEqual(script.steps.prefix(4), [[32], [32], [32], [4]])
    XCTAssertEqual(script.faults, [])
  }

  func testNextTurnReadsOnlyWhatIsNew() async throws {
    let script = Script { $0.answerLength = 5 }
    let scheduler = scheduler(script)
    let first = Self.prompt(1, count: 100)
    let answer = try await Self.run(first, limit: 10, on: scheduler).result
    XCTAssertEqual(answer.finishReason, .stop)
    let read = script.tokensRead
    let next = try await Self.run(first + answer.answer + [1, 2, 3], limit: 10, on: scheduler)
      .result
    XCTAssertEqual(next.reusedTokenCount, 105)
    XCTAssertEqual(script.tokensRead - read, 3 + 5)
    XCTAssertEqual(script.faults, [])
  }

  /// Models with a running state cannot forget a part: all is read again, and the answer is right.
  func testEngineThatCannotTrim() async throws {
    let script = Script {
      $0.trimFails = true
      $0.copyFails = true
    }
    let scheduler = scheduler(script, sequences: 1)
    let first = Self.prompt(1, count: 50)
    _ = try await Self.run(first, limit: 4, on: scheduler)
    let other = Array(first.prefix(40)) + [1, 2, 3]
    let result = try await Self.run(other, limit: 4, on: scheduler).result
    XCTAssertEqual(result.reusedTokenCount, 0)
    XCTAssertEqual(result.answer, ScriptedEngine.answer(to: other, count: 4))
    XCTAssertEqual(script.faults, [])
  }

  func testManyAtOnceAreAllRight() async throws {
    let script = Script()
    let scheduler = scheduler(script)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for seed in 0..<40 {
        group.addTask {
          let prompt = Self.prompt(seed % 7, count: 20 + seed * 3)
          let result = try await Self.run(prompt, limit: 12, on: scheduler).result
          XCTAssertEqual(result.answer, ScriptedEngine.answer(to: prompt, count: 12))
        }
      }
      try await group.waitForAll()
    }
    XCTAssertEqual(script.faults, [])
  }

  /// Where memory is short, fewer requests run at the same time; all are answered.
  func testLessRoomThanWanted() async throws {
    let script = Script { $0.room = 2 }
    let scheduler = scheduler(script)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for seed in 0..<8 {
        group.addTask {
          let prompt = Self.prompt(seed, count: 40)
          let result = try await Self.run(prompt, limit: 12, on: scheduler).result
          XCTAssertEqual(result.answer, ScriptedEngine.answer(to: prompt, count: 12))
        }
      }
      try await group.waitForAll()
    }
    XCTAssertEqual(script.faults, [])
    XCTAssertEqual(script.steps.map(\.count).max(), 2)
  }

  /// Nothing is left behind by requests that are done.
  func testNothingGrowsOverManyRequests() async throws {
    let script = Script { $0.answerLength = 2 }
    let scheduler = scheduler(script)
    var memory: [Int] = []
    for round in 0..<5 {
      for index in 0..<2000 {
        let result = try await Self.run([1, TokenID(index), 3], limit: 3, on: scheduler).result
        XCTAssertEqual(result.answer.count, 2)
      }
      // The script's own record of steps is no part of it.
      script.state.withLock { $0.steps = [] }
      if round > 0 { memory.append(Self.residentKilobytes()) }
    }
    XCTAssertEqual(script.faults, [])
    XCTAssertLessThan((memory.last ?? 0) - (memory.first ?? 0), 2000, "\(memory)")
  }

  private static func residentKilobytes() -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
  }

  func testEndAsTheFirstToken() async throws {
    let script = Script { $0.answerLength = 0 }
    let (text, result) = try await Self.run([1, 2], limit: 5, on: scheduler(script))
    XCTAssertEqual(text, "")
    XCTAssertEqual(result.finishReason, .stop)
    XCTAssertEqual(result.answer, [])
  }

  func testOnlyReading() async throws {
    let script = Script()
    let scheduler = scheduler(script)
    let prompt = Self.prompt(3, count: 60)
    let result = try await Self.run(prompt, limit: 0, on: scheduler).result
    XCTAssertEqual(result.answer, [])
    let next = try await Self.run(prompt + [1], limit: 1, on: scheduler).result
    XCTAssertEqual(next.reusedTokenCount, 60)
  }

  func testFailedStepFailsItsRequestsOnly() async throws {
    let script = Script { $0.outcomes = [.completed, .failed(code: -3)] }
    let scheduler = scheduler(script)
    let prompt = Self.prompt(1, count: 50)
    do {
      _ = try await Self.run(prompt, limit: 5, on: scheduler)
      XCTFail("a failed step must fail its request")
    } catch {
      XCTAssertEqual(error as? LlamaError, .stepFailed(code: -3))
    }
    let result = try await Self.run(prompt, limit: 5, on: scheduler).result
    XCTAssertEqual(result.answer, ScriptedEngine.answer(to: prompt, count: 5))
    XCTAssertEqual(script.faults, [])
  }

  func testEngineThatCannotBeMade() async throws {
    let scheduler = InferenceScheduler(name: "test") {
      { _ in throw LlamaError.contextRefused(contextSize: 1, sequences: 1) }
    }
    for _ in 0..<2 {
      do {
        _ = try await Self.run([1], limit: 1, on: scheduler)
        XCTFail("there is no engine")
      } catch {
        XCTAssertEqual(error as? LlamaError, .contextRefused(contextSize: 1, sequences: 1))
      }
    }
  }
}
