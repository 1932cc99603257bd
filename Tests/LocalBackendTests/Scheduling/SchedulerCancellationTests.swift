import XCTest

@testable import LocalBackend

final class SchedulerCancellationTests: XCTestCase {
  private typealias Script = ScriptedEngine.Script

  private func scheduler(_ script: Script, sequences: Int) -> InferenceScheduler {
    InferenceScheduler(name: "test") {
      { flag in ScriptedEngine(sequences: sequences, script: script, abortFlag: flag) }
    }
  }

  private static func stream(
    _ prompt: [TokenID],
    on scheduler: InferenceScheduler
  ) throws -> AsyncThrowingStream<GenerationEvent, any Error> {
    scheduler.generate(prompt: prompt, sampling: try SamplingPlan(nil), limit: 1_000_000)
  }

  private static func text(
    _ prompt: [TokenID],
    limit: Int,
    on scheduler: InferenceScheduler
  ) async throws -> [TokenID] {
    for try await event in scheduler.generate(
      prompt: prompt,
      sampling: try SamplingPlan(nil),
      limit: limit
    ) {
      if case .finished(let result) = event { return result.answer }
    }
    return []
  }

  func testDroppedStreamFreesItsSequence() async throws {
    let script = Script()
    let scheduler = scheduler(script, sequences: 1)
    var iterator = try Self.stream([1, 2, 3], on: scheduler).makeAsyncIterator() as Optional
    _ = try await iterator?.next()
    iterator = nil
    let answer = try await Self.text([4, 5], limit: 3, on: scheduler)
    XCTAssertEqual(answer, ScriptedEngine.answer(to: [4, 5], count: 3))
  }

  func testWaitingRequestCanBeCancelled() async throws {
    let script = Script()
    let scheduler = scheduler(script, sequences: 1)
    let running = try Self.stream([1, 2, 3], on: scheduler)
    var iterator = running.makeAsyncIterator()
    _ = try await iterator.next()
    let waiting = Task { @Sendable in
      try await SchedulerCancellationTests.text([7, 8], limit: 3, on: scheduler)
    }
    try await Task.sleep(for: .milliseconds(20))
    waiting.cancel()
    _ = try? await waiting.value
    _ = try await iterator.next()
    XCTAssertEqual(script.faults, [])
  }

  /// A step that reads a long prompt ends at once, and the others' tokens are not lost.
  func testStepIsAbortedForACancelledPrompt() async throws {
    let script = Script()
    let scheduler = scheduler(script, sequences: 2)
    let other = Task { @Sendable in
      try await SchedulerCancellationTests.text([4, 5, 6], limit: 400, on: scheduler)
    }
    try await Task.sleep(for: .milliseconds(5))
    script.pausePrompts(.seconds(30))
    let long = Task { @Sendable in
      try await SchedulerCancellationTests.text(Array(0..<500), limit: 1, on: scheduler)
    }
    try await Task.sleep(for: .milliseconds(50))
    let start = ContinuousClock.now
    long.cancel()
    _ = try? await long.value
    XCTAssertLessThan(ContinuousClock.now - start, .seconds(10))
    let answer = try await other.value
    XCTAssertEqual(answer, ScriptedEngine.answer(to: [4, 5, 6], count: 400))
    XCTAssertEqual(script.faults, [])
  }
}
