import Synchronization
import XCTest

@testable import LocalBackend

/// Sessions with the same instructions read them once, whenever their requests come.
final class SharedReadingTests: XCTestCase {
  /// Requests that begin alike, each of which comes in the middle of a step.
  private struct Arrivals {
    let instructions: [TokenID]
    let prompts: [[TokenID]]
    let steps: [Int]
    let limits: [Int]

    init(random: inout SplitMix64) {
      let instructions = (0..<Int.random(in: 40...500, using: &random)).map { TokenID($0 * 3) }
      self.instructions = instructions
      prompts = (0..<4).map { session in
        let count = Int.random(in: 1...40, using: &random)
        return instructions + (0..<count).map { TokenID(5000 + session * 100 + $0) }
      }
      let latest = Int.random(in: 0...30, using: &random)
      // The first one makes the steps that the others come in.
      steps = [-1] + (1..<4).map { _ in Int.random(in: 0...latest, using: &random) }
      limits = (0..<4).map { _ in Int.random(in: 1...12, using: &random) }
    }

    /// The tokens that are read when the instructions are; the last one of an answer is not read.
    var tokens: Int {
      instructions.count
        + zip(prompts, limits).reduce(0) { $0 + $1.0.count - instructions.count + $1.1 - 1 }
    }
  }

  /// Hands requests in, each when it is due.
  private final class Desk: Sendable {
    typealias Answer = AsyncThrowingStream<GenerationEvent, any Error>

    let answers: AsyncStream<(Int, Answer)>
    private let arrivals: Arrivals
    private let plan: SamplingPlan
    private let scheduler: InferenceScheduler
    private let left: Mutex<[Int]>
    private let answerSink: AsyncStream<(Int, Answer)>.Continuation

    init(_ arrivals: Arrivals, scheduler: InferenceScheduler) throws {
      self.arrivals = arrivals
      self.scheduler = scheduler
      plan = try SamplingPlan(nil)
      left = Mutex(Array(arrivals.prompts.indices))
      (answers, answerSink) = AsyncStream.makeStream()
    }

    func handIn(until step: Int) {
      let due = left.withLock { left in
        let due = left.filter { arrivals.steps[$0] <= step }
        left.removeAll { due.contains($0) }
        return due
      }
      for index in due {
        let answer = scheduler.generate(
          prompt: arrivals.prompts[index],
          sampling: plan,
          limit: arrivals.limits[index]
        )
        answerSink.yield((index, answer))
      }
      if left.withLock(\.isEmpty) { answerSink.finish() }
    }
  }

  private func check(_ seed: UInt64, failingCopies: Int, spare: (Arrivals) -> Int) async throws {
    var random = SplitMix64(state: seed)
    let arrivals = Arrivals(random: &random)
    let script = ScriptedEngine.Script { $0.failingCopies = failingCopies }
    let scheduler = InferenceScheduler(name: "test") {
      { flag in ScriptedEngine(sequences: 4, script: script, abortFlag: flag) }
    }
    let desk = try Desk(arrivals, scheduler: scheduler)
    script.state.withLock { $0.beforeStep = { [weak desk] in desk?.handIn(until: $0) } }
    desk.handIn(until: -1)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for await (index, stream) in desk.answers {
        group.addTask {
          for try await event in stream {
            guard case .finished(let result) = event else { continue }
            XCTAssertEqual(
              result.answer,
              ScriptedEngine.answer(to: arrivals.prompts[index], count: arrivals.limits[index]),
              "seed \(seed)"
            )
          }
          // Those whose step does not come any more come now.
          if index == 0 { desk.handIn(until: .max) }
        }
      }
      try await group.waitForAll()
    }
    XCTAssertEqual(script.faults, [], "seed \(seed)")
    XCTAssertLessThanOrEqual(script.tokensRead, arrivals.tokens + spare(arrivals), "seed \(seed)")
  }

  func testInstructionsAreReadOnceWheneverRequestsCome() async throws {
    for seed in UInt64(1)...150 {
      try await check(seed, failingCopies: 0) { _ in 0 }
    }
  }

  /// A copy that fails costs one reading, not one for every session that comes afterwards.
  func testACopyThatFailsCostsOneReading() async throws {
    for seed in UInt64(200)...260 {
      try await check(seed, failingCopies: 1) { $0.instructions.count }
    }
  }
}
