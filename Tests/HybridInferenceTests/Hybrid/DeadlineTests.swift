import HybridInference
import TestSupport
import XCTest

/// A model that gives no content in time is left for the other one.
final class DeadlineTests: XCTestCase {
  private let clock = ManualClock()

  private func session(
    _ first: ScriptedModel,
    _ second: ScriptedModel,
    fallback: HybridPolicy.Fallback = .automatic
  ) -> GenerativeModelSession {
    GenerativeModelSession(
      model: HybridModel(
        primary: first,
        secondary: second,
        policy: HybridPolicy(fallback: fallback, firstContentDeadline: .seconds(3)),
        clock: clock.routeClock
      )
    )
  }

  func testTheSecondaryAnswersWhenTheTimeIsOver() async throws {
    for source in [InferenceSource.onDevice, .inCloud] {
      for streams in [false, true] {
        let first = ScriptedModel("first", source: source, answers: [.hang()])
        let session = session(first, ScriptedModel("second"), fallback: .never)
        let response = try await LogRecorder().record { [clock] in
          async let answer = session.answer("Hi", streams: streams)
          try await waitUntil("the time is waited for") { clock.sleeperCount == 1 }
          clock.advance(by: .seconds(3))
          return try await answer.rawResponse
        }
        XCTAssertEqual(response.modelVersion, "second")
        XCTAssertEqual(response.route.map(\.outcome), [.failed, .answered])
        XCTAssertEqual(response.route.first?.duration, .seconds(3))
        guard case .timedOut? = response.route.first?.error else { return XCTFail() }
        try await waitUntil("the first model has stopped") { first.cancellations == 1 }
        XCTAssertEqual(session.transcript.count, 2)
      }
    }
  }

  func testContentInTimeIsLeftAlone() async throws {
    let gate = Gate()
    let first = ScriptedModel("first", answers: [.gated(gate, ["a", "b"])])
    let second = ScriptedModel("second")
    let stream = session(first, second).streamResponse(to: "Hi")
    try await waitUntil("the time is waited for") { self.clock.sleeperCount == 1 }
    clock.advance(by: .seconds(2))
    gate.open()
    var iterator = stream.makeAsyncIterator()
    let snapshot = try await iterator.next()
    XCTAssertEqual(snapshot?.content, "a")
    try await waitUntil("the timer has stopped") { self.clock.sleeperCount == 0 }
    clock.advance(by: .seconds(60))
    gate.open()
    let text = try await stream.collect().content
    XCTAssertEqual(text, "ab")
    XCTAssertTrue(second.seen.isEmpty)
  }

  /// A secondary that cannot take the request takes nothing from the primary.
  func testThePrimaryGoesOnWhenTheSecondaryRefuses() async throws {
    for second in [
      ScriptedModel("second", unsupported: "images"),
      ScriptedModel("second", availability: .unavailable(.modelNotReady)),
    ] {
      let gate = Gate()
      let first = ScriptedModel("first", answers: [.gated(gate, ["Late."])])
      let session = session(first, second)
      let stream = session.streamResponse(to: "Hi")
      try await waitUntil("the time is waited for") { self.clock.sleeperCount == 1 }
      clock.advance(by: .seconds(3))
      try await waitUntil("the timer has fired") { self.clock.sleeperCount == 0 }
      gate.open()
      let response = try await stream.collect()
      XCTAssertEqual(response.content, "Late.")
      XCTAssertEqual(response.rawResponse.modelVersion, "first")
      XCTAssertEqual(first.cancellations, 0)
      XCTAssertTrue(second.seen.isEmpty)
    }
  }

  /// The time is the first model's: a secondary in its place may take as long as it likes.
  func testAFallbackHasNoDeadline() async throws {
    let gate = Gate()
    let second = ScriptedModel("second", answers: [.gated(gate, ["Slow."])])
    let first = ScriptedModel("first", answers: [.failure(GenerationError.offline)])
    let session = session(first, second)
    let text = try await LogRecorder().record { [clock] in
      let stream = session.streamResponse(to: "Hi")
      try await waitUntil("the second is asked") { !second.seen.isEmpty }
      clock.advance(by: .seconds(60))
      gate.open()
      return try await stream.collect().content
    }
    XCTAssertEqual(text, "Slow.")
  }

  func testCountingTokensHasNone() async throws {
    let session = session(ScriptedModel("first"), ScriptedModel("second"))
    _ = try await session.countTokens("Hi")
    XCTAssertEqual(clock.sleeperCount, 0)
  }

  func testACancelledRequestStopsAll() async throws {
    let first = ScriptedModel("first", answers: [.hang()])
    let second = ScriptedModel("second", answers: [.hang()])
    let session = session(first, second)
    let task = Task { try await session.respond(to: "Hi").content }
    try await waitUntil("the time is waited for") { self.clock.sleeperCount == 1 }
    task.cancel()
    await assertThrows(try await task.value) { XCTAssertTrue($0 is CancellationError) }
    try await waitUntil("all has stopped") {
      first.cancellations == 1 && self.clock.sleeperCount == 0
    }
    XCTAssertTrue(second.seen.isEmpty)
    XCTAssertFalse(session.isResponding)
  }
}
