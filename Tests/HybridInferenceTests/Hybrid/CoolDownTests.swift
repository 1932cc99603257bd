import HybridInference
import TestSupport
import XCTest

/// A model that was offline is left alone for a time.
final class CoolDownTests: XCTestCase {
  private let clock = ManualClock()
  private let policy = HybridPolicy(
    coolDown: CoolDown(initial: .seconds(5), maximum: .seconds(30), multiplier: 2)
  )

  private func hybrid(
    _ first: ScriptedModel,
    _ second: ScriptedModel,
    policy: HybridPolicy? = nil
  ) -> HybridModel {
    HybridModel(
      primary: first,
      secondary: second,
      policy: policy ?? self.policy,
      clock: clock.routeClock
    )
  }

  private func ask(_ session: GenerativeModelSession) async throws -> GenerateContentResponse {
    try await LogRecorder().record { try await session.respond(to: "Hi").rawResponse }
  }

  /// How many seconds pass until the first model is asked again.
  private func pause(_ session: GenerativeModelSession) async throws -> Int {
    for second in 1...100 {
      clock.advance(by: .seconds(1))
      if try await ask(session).route.first?.outcome != .coolingDown { return second }
    }
    return 0
  }

  func testTheTimeGrowsUpToABoundAndASuccessEndsIt() async throws {
    let offline = ScriptedModel.Answer.failure(GenerationError.offline)
    let first = ScriptedModel(
      "first",
      answers: Array(repeating: offline, count: 5) + [.text(["I am back."]), offline]
    )
    let session = GenerativeModelSession(
      model: hybrid(first, ScriptedModel("second", source: .onDevice))
    )
    let response = try await ask(session)
    XCTAssertEqual(response.route.map(\.outcome), [.failed, .answered])
    var pauses: [Int] = []
    for _ in 0..<5 { pauses.append(try await pause(session)) }
    XCTAssertEqual(pauses, [5, 10, 20, 30, 30])
    XCTAssertEqual(first.requests.count, 6, "it was not asked in between")
    XCTAssertEqual(session.transcript.last?.text, "I am back.")
    let again = try await ask(session)
    XCTAssertEqual(again.route.first?.outcome, .failed)
    let pause = try await pause(session)
    XCTAssertEqual(pause, 5, "it begins anew")
  }

  func testSessionsAndCopiesShareIt() async throws {
    let first = ScriptedModel("first", answers: [.failure(GenerationError.offline)])
    let model = hybrid(first, ScriptedModel("second", source: .onDevice))
    let copy = model
    _ = try await ask(GenerativeModelSession(model: model))
    for session in [GenerativeModelSession(model: model), GenerativeModelSession(model: copy)] {
      let response = try await ask(session)
      XCTAssertEqual(response.route.map(\.outcome), [.coolingDown, .answered])
      _ = try await session.countTokens("Hi")
    }
    XCTAssertEqual(first.seen.count, 1)
  }

  /// Requests that fail together are one outage.
  func testRequestsAtTheSameTimeAreOneOutage() async throws {
    let gates = (0..<8).map { _ in Gate() }
    let first = ScriptedModel(
      "first",
      answers: gates.map { .gatedFailure($0, GenerationError.offline) }
        + [.failure(GenerationError.offline)]
    )
    let model = hybrid(first, ScriptedModel("second", source: .onDevice))
    try await LogRecorder().record {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in gates {
          group.addTask { _ = try await GenerativeModelSession(model: model).respond(to: "Hi") }
        }
        try await waitUntil("all are under way") { first.requests.count == gates.count }
        for gate in gates { gate.open() }
        try await group.waitForAll()
      }
    }
    let pause = try await pause(GenerativeModelSession(model: model))
    XCTAssertEqual(pause, 5)
  }

  /// Only what means that there is no connection.
  func testOtherErrorsDoNotCount() async throws {
    var policy = policy
    policy.fallback = .onAnyError
    for error in [GenerationError.timedOut, .connectionLost, .backend(.init(code: 503))] {
      let first = ScriptedModel("first", answers: [.failure(error)])
      let model = hybrid(first, ScriptedModel("second", source: .onDevice), policy: policy)
      let session = GenerativeModelSession(model: model)
      for _ in 0..<2 { _ = try await ask(session) }
      XCTAssertEqual(first.requests.count, 2)
    }
  }

  /// It is not given up: when the other one cannot take a request, it is asked.
  func testItIsAskedWhenTheOtherOneCannot() async throws {
    let first = ScriptedModel(
      "first",
      answers: [.failure(GenerationError.offline), .text(["I am back."])]
    )
    let second = ScriptedModel("second", source: .onDevice)
    let session = GenerativeModelSession(model: hybrid(first, second))
    _ = try await ask(session)
    second.availability = .unavailable(.modelNotReady)
    let response = try await ask(session)
    XCTAssertEqual(response.text, "I am back.")
    XCTAssertEqual(response.route.map(\.outcome), [.coolingDown, .unavailable, .answered])
    second.availability = .available
    let next = try await ask(session)
    XCTAssertEqual(next.route.map(\.outcome), [.answered], "it is back")
  }

  /// Where the rule lets nobody answer in its place, nobody does.
  func testTheRuleHoldsForItToo() async throws {
    var policy = policy
    policy.fallback = .never
    let first = ScriptedModel("first", answers: [.failure(GenerationError.offline)])
    let second = ScriptedModel("second", source: .onDevice)
    let session = GenerativeModelSession(model: hybrid(first, second, policy: policy))
    for _ in 0..<2 { await assertThrows(try await session.respond(to: "Hi")) }
    XCTAssertEqual(first.requests.count, 2)
    XCTAssertTrue(second.seen.isEmpty)
  }

  func testWithoutACoolDownItIsTriedEachTime() async throws {
    let first = ScriptedModel("first", answers: [.failure(GenerationError.offline)])
    let model = hybrid(first, ScriptedModel("second", source: .onDevice), policy: .default)
    let session = GenerativeModelSession(model: model)
    for _ in 0..<3 { _ = try await ask(session) }
    XCTAssertEqual(first.requests.count, 3)
  }
}
