import HybridInference
import TestSupport
import XCTest

/// What a session tells of the way to its answers.
final class ObservationTests: XCTestCase {
  private func words(_ event: RoutingEvent) -> String {
    switch event {
    case .attempt(let name, _): "attempt \(name)"
    case .fallback(let name, _): "fallback \(name)"
    case .hedge(let name, _): "hedge \(name)"
    case .continuation(let name, _): "continuation \(name)"
    case .retry(let name, let number): "retry \(name) \(number)"
    case .coolDown(let name, let duration): "coolDown \(name) \(duration)"
    case .attemptEnded(let attempt, _, _): "\(attempt.outcome) \(attempt.modelName)"
    }
  }

  /// What a session tells while it answers some prompts.
  private func events(
    of model: any LanguageModel,
    prompts: Int = 1,
    streams: Bool = true
  ) async throws -> (events: [String], totals: [ModelTotals]) {
    var session: GenerativeModelSession? = GenerativeModelSession(model: model)
    let events = try XCTUnwrap(session?.routingEvents)
    await LogRecorder().record {
      for _ in 0..<prompts { _ = try? await session?.answer("Hi", streams: streams) }
    }
    let totals = session?.modelTotals ?? []
    session = nil
    var all: [String] = []
    for await event in events { all.append(words(event)) }
    return (all, totals)
  }

  func testAFallback() async throws {
    for streams in [false, true] {
      let (events, totals) = try await events(
        of: .hybridModel(
          primary: ScriptedModel(
            "first",
            source: .onDevice,
            answers: [.failure(GenerationError.internalError)]
          ),
          secondary: ScriptedModel("second")
        ),
        prompts: 2,
        streams: streams
      )
      let turn = ["attempt first", "failed first", "fallback second", "answered second"]
      XCTAssertEqual(events, turn + turn)
      XCTAssertEqual(totals.map(\.modelName), ["first", "second"])
      XCTAssertEqual(totals.map(\.requests), [2, 2])
      XCTAssertEqual(totals.map(\.failures), [2, 0])
      XCTAssertNil(totals[0].medianTimeToFirstContent)
      XCTAssertNotNil(totals[1].medianTimeToFirstContent)
    }
  }

  func testARefusalAndACoolDown() async throws {
    let (events, totals) = try await events(
      of: HybridModel(
        primary: ScriptedModel("first", answers: [.failure(GenerationError.offline)]),
        secondary: ScriptedModel("second", source: .onDevice, unsupported: "images"),
        policy: HybridPolicy(coolDown: CoolDown(initial: .seconds(5))),
        clock: ManualClock().routeClock
      ),
      prompts: 2
    )
    let cooling = "coolDown first \(Duration.seconds(5))"
    XCTAssertEqual(
      events,
      [
        "attempt first", cooling, "failed first", "unsupported second",
        "coolingDown first", "unsupported second", "fallback first", cooling, "failed first",
      ]
    )
    XCTAssertEqual(totals.first { $0.modelName == "second" }?.requests, 0)
  }

  func testAContinuation() async throws {
    let (events, totals) = try await events(
      of: .hybridModel(
        primary: ScriptedModel("first", answers: [.cut(after: ["The sky "])]),
        secondary: ScriptedModel("second", source: .onDevice),
        policy: HybridPolicy(continuesInterruptedStreams: true)
      )
    )
    XCTAssertEqual(
      events,
      ["attempt first", "interrupted first", "continuation second", "answered second"]
    )
    XCTAssertEqual(totals.map(\.failures), [1, 0])
  }

  func testAHedge() async throws {
    let clock = ManualClock()
    let session = GenerativeModelSession(
      model: HybridModel(
        primary: ScriptedModel("first", answers: [.hang()]),
        secondary: ScriptedModel("second"),
        policy: HybridPolicy(hedgeDelay: .seconds(1)),
        clock: clock.routeClock
      )
    )
    let events = session.routingEvents
    async let answer = session.respond(to: "Hi")
    try await waitUntil("the delay is waited for") { clock.sleeperCount == 1 }
    clock.advance(by: .seconds(1))
    _ = try await answer
    var all: [String] = []
    for await event in events {
      all.append(words(event))
      if all.count == 4 { break }
    }
    XCTAssertEqual(
      all,
      ["attempt first", "hedge second", "outpaced first", "answered second"]
    )
  }

  /// A hybrid within a hybrid tells of its own models, and is none itself.
  func testNestedHybrids() async throws {
    let inner = HybridModel(
      primary: ScriptedModel("a", source: .onDevice, answers: [.failure(GenerationError.timedOut)]),
      secondary: ScriptedModel("b", answers: [.failure(GenerationError.offline)])
    )
    let (events, totals) = try await events(
      of: .hybridModel(primary: inner, secondary: ScriptedModel("c"))
    )
    XCTAssertEqual(
      events,
      ["attempt a", "failed a", "fallback b", "failed b", "fallback c", "answered c"]
    )
    XCTAssertEqual(totals.map(\.requests), [1, 1, 1])
  }

  func testAPlainModel() async throws {
    for streams in [false, true] {
      let usage = UsageMetadata(
        promptTokenCount: 10,
        cachedContentTokenCount: 4,
        candidatesTokenCount: 3,
        thoughtsTokenCount: 2,
        totalTokenCount: 15
      )
      let (events, totals) = try await events(
        of: ScriptedModel(
          "m",
          answers: [
            .parts([.text("a")], usage: usage), .failure(GenerationError.timedOut),
            .parts([.text("b")], usage: usage),
          ]
        ),
        prompts: 3,
        streams: streams
      )
      XCTAssertEqual(
        events,
        ["attempt m", "answered m", "attempt m", "failed m", "attempt m", "answered m"]
      )
      XCTAssertEqual(totals.count, 1)
      XCTAssertEqual(totals[0].requests, 3)
      XCTAssertEqual(totals[0].failures, 1)
      XCTAssertEqual(totals[0].promptTokenCount, 20)
      XCTAssertEqual(totals[0].cachedContentTokenCount, 8)
      XCTAssertEqual(totals[0].answerTokenCount, 10)
    }
  }

  /// The times are those of the route's clock: half of them, and nearly all.
  func testPercentiles() async throws {
    let clock = ManualClock()
    let gate = Gate()
    let first = ScriptedModel("first", answers: [.gated(gate, ["a"])])
    let session = GenerativeModelSession(
      model: HybridModel(
        primary: first,
        secondary: ScriptedModel("second"),
        policy: .default,
        clock: clock.routeClock
      )
    )
    for second in 1...20 {
      async let answer = session.answer("Hi", streams: true)
      try await waitUntil("it is asked") { first.requests.count == second }
      clock.advance(by: .seconds(second))
      gate.open()
      _ = try await answer
    }
    let totals = try XCTUnwrap(session.modelTotals.first)
    XCTAssertEqual(totals.medianTimeToFirstContent, .seconds(10))
    XCTAssertEqual(totals.timeToFirstContent(percentile: 95), .seconds(19))
    XCTAssertEqual(totals.timeToFirstContent(percentile: 100), .seconds(20))
    XCTAssertEqual(totals.timeToFirstContent(percentile: 0), .seconds(1))
  }

  /// Two listeners get all events each, and one that has gone disturbs nobody.
  func testListeners() async throws {
    let session = GenerativeModelSession(model: ScriptedModel("m"))
    let listeners = [session.routingEvents, session.routingEvents]
    var gone: AsyncStream<RoutingEvent>? = session.routingEvents
    XCTAssertNotNil(gone)
    gone = nil
    try await session.respond(to: "Hi")
    for listener in listeners {
      var all: [String] = []
      for await event in listener {
        all.append(words(event))
        if all.count == 2 { break }
      }
      XCTAssertEqual(all, ["attempt m", "answered m"])
    }
  }
}
