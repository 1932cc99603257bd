import HybridInference
import TestSupport
import XCTest

/// Two models at once: the first content wins, and the loser stops.
final class HedgeTests: XCTestCase {
  private let clock = ManualClock()
  private let log = LogRecorder()

  private func session(
    _ first: ScriptedModel,
    _ second: ScriptedModel,
    deadline: Duration? = nil,
    tools: [any ToolRepresentable] = []
  ) -> GenerativeModelSession {
    GenerativeModelSession(
      model: HybridModel(
        primary: first,
        secondary: second,
        policy: HybridPolicy(firstContentDeadline: deadline, hedgeDelay: .seconds(1)),
        clock: clock.routeClock
      ),
      tools: tools
    )
  }

  private func letTheDelayPass(_ count: Int = 1) async throws {
    try await waitUntil("the delay is waited for") { self.clock.sleeperCount == count }
    clock.advance(by: .seconds(1))
  }

  func testTheSecondWins() async throws {
    for streams in [false, true] {
      let first = ScriptedModel("first", answers: [.hang()])
      let second = ScriptedModel("second")
      let session = session(first, second)
      async let answer = session.answer("Hi", streams: streams)
      try await letTheDelayPass()
      let response = try await answer.rawResponse
      XCTAssertEqual(response.text, "Hello there")
      XCTAssertEqual(response.modelVersion, "second")
      XCTAssertEqual(response.route.map(\.modelName), ["first", "second"])
      XCTAssertEqual(response.route.map(\.outcome), [.outpaced, .answered])
      try await waitUntil("the loser has stopped") { first.cancellations == 1 }
    }
  }

  func testTheFirstWinsThoughTheSecondWorks() async throws {
    for streams in [false, true] {
      let gate = Gate()
      let first = ScriptedModel("first", answers: [.gated(gate, ["Mine."])])
      let second = ScriptedModel("second", answers: [.hang()])
      let session = session(first, second)
      async let answer = session.answer("Hi", streams: streams)
      try await letTheDelayPass()
      try await waitUntil("the second is asked") { !second.seen.isEmpty }
      gate.open()
      let response = try await answer.rawResponse
      XCTAssertEqual(response.text, "Mine.")
      XCTAssertEqual(response.modelVersion, "first")
      XCTAssertEqual(response.route.map(\.outcome), [.outpaced, .answered])
      try await waitUntil("the loser has stopped") { second.cancellations == 1 }
    }
  }

  func testAQuickFirstModelIsAlone() async throws {
    let second = ScriptedModel("second")
    let session = session(ScriptedModel("first"), second)
    try await session.respond(to: "Hi")
    clock.advance(by: .seconds(60))
    XCTAssertTrue(second.seen.isEmpty)
    XCTAssertEqual(clock.sleeperCount, 0)
  }

  /// When one fails the other one's answer counts, whichever it is.
  func testTheOtherOneAnswersWhenOneFails() async throws {
    for (failing, winner) in [("first", "second"), ("second", "first")] {
      let gates = (Gate(), Gate())
      func answer(_ name: String) -> ScriptedModel.Answer {
        failing == name
          ? .failure(GenerationError.backend(.init(code: 500)))
          : .gated(name == "first" ? gates.0 : gates.1, ["It is \(name)."])
      }
      let blocked = Gate()
      let first = ScriptedModel(
        "first",
        answers: [failing == "first" ? .gatedFailure(blocked) : answer("first")]
      )
      let second = ScriptedModel("second", answers: [answer("second")])
      let session = session(first, second)
      async let response = session.answer("Hi", streams: true).rawResponse
      try await letTheDelayPass()
      try await waitUntil("both were asked") { !first.seen.isEmpty && !second.seen.isEmpty }
      blocked.open()
      gates.0.open()
      gates.1.open()
      let answered = try await response
      XCTAssertEqual(answered.modelVersion, winner)
      XCTAssertEqual(answered.text, "It is \(winner).")
    }
  }

  func testBothFail() async throws {
    let gate = Gate()
    let first = ScriptedModel("first", answers: [.gatedFailure(gate)])
    let second = ScriptedModel("second", answers: [.failure(GenerationError.timedOut)])
    let session = session(first, second)
    let task = Task { try await session.answer("Hi", streams: true).content }
    try await letTheDelayPass()
    try await waitUntil("the second was asked") { !second.seen.isEmpty }
    gate.open()
    await assertThrows(try await task.value) { error in
      guard case GenerationError.allModelsFailed(let attempts) = error else {
        return XCTFail("\(error)")
      }
      XCTAssertEqual(Set(attempts.map(\.modelName)), ["first", "second"])
      XCTAssertTrue(attempts.allSatisfy { $0.error != nil })
    }
    XCTAssertTrue(session.transcript.isEmpty)
  }

  /// Both models call the tool; it runs for the winner's call alone.
  func testNoToolRunsTwice() async throws {
    for streams in [false, true] {
      let tool = ScriptedTool()
      let gate = Gate()
      let first = ScriptedModel(
        "first",
        answers: [.gatedParts(gate, [.call(city: "Oslo")]), .text(["First."])]
      )
      let second = ScriptedModel("second", answers: [.parts([.call(city: "Rome")]), .hang()])
      let session = session(first, second, tools: [tool])
      async let answer = session.answer("Hi", streams: streams)
      try await letTheDelayPass()
      try await waitUntil("the tool has run") { tool.cities == ["Rome"] }
      gate.open()
      let response = try await answer
      XCTAssertEqual(response.content, "First.")
      XCTAssertEqual(tool.cities, ["Rome"])
      let sent = try XCTUnwrap(first.requests.last)
      XCTAssertEqual(sent.transcript.count, 3, "the result goes along")
    }
  }

  /// With both, the deadline ends the wait for the first one, and the hedge goes on alone.
  func testHedgeAndDeadline() async throws {
    let gate = Gate()
    let first = ScriptedModel("first", answers: [.hang()])
    let second = ScriptedModel("second", answers: [.gated(gate, ["Second."])])
    let session = session(first, second, deadline: .seconds(2))
    let response = try await log.record {
      async let answer = session.answer("Hi", streams: true)
      try await letTheDelayPass(2)
      try await waitUntil("the second is asked") { !second.seen.isEmpty }
      clock.advance(by: .seconds(1))
      try await waitUntil("the first one has stopped") { first.cancellations == 1 }
      gate.open()
      return try await answer.rawResponse
    }
    XCTAssertEqual(response.modelVersion, "second")
    XCTAssertEqual(response.route.map(\.outcome), [.failed, .answered])
  }

  func testCancellingStopsBoth() async throws {
    let models = ["first", "second"].map { ScriptedModel($0, answers: [.hang()]) }
    let session = session(models[0], models[1])
    let task = Task { try await session.streamResponse(to: "Hi").collect().content }
    try await letTheDelayPass()
    try await waitUntil("both work") { models.allSatisfy { !$0.seen.isEmpty } }
    task.cancel()
    await assertThrows(try await task.value) { XCTAssertTrue($0 is CancellationError) }
    try await waitUntil("both have stopped") { models.allSatisfy { $0.cancellations == 1 } }
    XCTAssertFalse(session.isResponding)
  }

  /// A stream that nobody holds any more stops both, too.
  func testDroppingTheStreamStopsBoth() async throws {
    let models = ["first", "second"].map { ScriptedModel($0, answers: [.hang()]) }
    let hybrid = HybridModel(
      primary: models[0],
      secondary: models[1],
      policy: HybridPolicy(hedgeDelay: .seconds(1)),
      clock: clock.routeClock
    )
    var stream: AsyncThrowingStream? = hybrid.streamContent(.init(transcript: Transcript()))
    try await letTheDelayPass()
    try await waitUntil("both work") { models.allSatisfy { !$0.seen.isEmpty } }
    XCTAssertNotNil(stream)
    stream = nil
    try await waitUntil("both have stopped") { models.allSatisfy { $0.cancellations == 1 } }
  }
}
