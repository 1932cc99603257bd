import HybridInference
import XCTest

@testable import LocalBackend

/// How soon work stops that nobody waits for.
final class StoppingTests: XCTestCase {
  func testADroppedStreamStopsWithinATokenOrTwo() async throws {
    for cancels in [false, true] {
      let script = ScriptedEngine.Script()
      let scheduler = InferenceScheduler(name: "test") {
        { flag in ScriptedEngine(sequences: 1, script: script, abortFlag: flag) }
      }
      let plan = try SamplingPlan(nil)
      if cancels {
        let task = Task {
          for try await _ in scheduler.generate(prompt: [1, 2], sampling: plan, limit: 1 << 30) {}
        }
        while script.steps.count < 10 { await Task.yield() }
        task.cancel()
        _ = try? await task.value
      } else {
        for try await _ in scheduler.generate(prompt: [1, 2], sampling: plan, limit: 1 << 30) {
          break
        }
      }
      let count = script.steps.count
      try await Task.sleep(for: .milliseconds(100))
      XCTAssertLessThanOrEqual(script.steps.count, count + 2)
      XCTAssertEqual(script.faults, [])
    }
  }
}
