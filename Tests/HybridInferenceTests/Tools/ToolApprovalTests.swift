import HybridInference
import Synchronization
import TestSupport
import XCTest

/// An app that looks at each call first.
final class ToolApprovalTests: XCTestCase {
  private struct Denied: Error {}

  func testEachCallIsSeenInOrderAndDecided() async throws {
    struct Supplied: Codable, Sendable { var sky: String }
    for streams in [false, true] {
      let seen = Mutex<[FunctionCall]>([])
      let options = ToolOptions(errors: .endTurn) { call in
        seen.withLock { $0.append(call) }
        switch call.arguments["city"]?.stringValue {
        case "Rome": return .allow
        case "Oslo": return .refuse(reason: "too cold")
        case "Brest": return .supply(output: Supplied(sky: "grey"))
        default: return .supply(output: 7)
        }
      }
      let calls: [Part] = [
        .call(city: "Rome", id: "1"), .call(city: "Oslo", id: "2"), .call(city: "Brest", id: "3"),
        .call("unknown", city: "Dinan", id: "4"),
      ]
      let tool = ScriptedTool()
      let model = ScriptedModel("scripted", answers: [.parts(calls), .text(["Fine."])])
      let session = GenerativeModelSession(model: model, tools: [tool], toolOptions: options)

      _ = try await session.answer("Weather?", streams: streams)

      XCTAssertEqual(seen.withLock { $0 }, calls.compactMap(\.functionCall))
      XCTAssertEqual(tool.cities, ["Rome"])
      XCTAssertEqual(
        ToolTurnTests.results(in: session.transcript),
        [["sky": "blue over Rome"], ["error": "too cold"], ["sky": "grey"], ["result": 7]]
      )
    }
  }

  /// A call that is allowed runs while the app decides about the next one.
  func testAllowedCallsRunWhileTheNextOneIsDecided() async throws {
    let meeting = Meeting(of: 2)
    let tool = ScriptedTool { city in
      if city == "Rome" { try await meeting.arrive() }
      return [:]
    }
    let options = ToolOptions { call in
      if call.id == "2" { try await meeting.arrive() }
      return .allow
    }
    let session = GenerativeModelSession(
      model: ScriptedModel(
        "scripted",
        answers: [.parts([.call(id: "1"), .call(city: "Oslo", id: "2")]), .text(["Fine."])]
      ),
      tools: [tool],
      toolOptions: options
    )
    try await session.respond(to: "Weather?")
    XCTAssertEqual(ToolTurnTests.results(in: session.transcript), [[:], [:]])
  }

  func testWhatAnApprovalThrowsEndsTheTurn() async throws {
    for streams in [false, true] {
      let tool = ScriptedTool()
      let session = GenerativeModelSession(
        model: ScriptedModel("scripted", answers: [.parts([.call()])]),
        tools: [tool]
      )
      let denied = ToolOptions { _ in throw Denied() }
      await assertThrows(
        try await session.answer("Weather?", streams: streams, options: .default.usingTools(denied))
      ) { error in
        guard case GenerationError.toolCallFailed("get_weather", _, let underlying) = error else {
          return XCTFail("\(error)")
        }
        XCTAssertTrue(underlying is Denied)
      }
      let cancelled = ToolOptions { _ in throw CancellationError() }
      await assertThrows(
        try await session.answer(
          "Weather?",
          streams: streams,
          options: .default.usingTools(cancelled)
        )
      ) { XCTAssertTrue($0 is CancellationError, "\($0)") }
      XCTAssertEqual(tool.cities, [])
      XCTAssertEqual(session.transcript.count, 0)
      XCTAssertFalse(session.isResponding)
    }
  }

  func testARequestsOptionsWinOverTheSessionsFieldByField() async throws {
    let own = ToolOptions(
      mode: .required,
      allowedNames: ["get_weather"],
      maximumRounds: 3,
      errors: .endTurn
    )
    let model = ScriptedModel("scripted", answers: [.text(["Fine."])])
    let session = GenerativeModelSession(
      model: model,
      tools: [ScriptedTool(), ScriptedTool("other")],
      toolOptions: own
    )
    try await session.respond(to: "Hi")
    try await session.respond(to: "Hi", options: .default.usingTools(.init(mode: .none)))
    try await session.respond(
      to: "Hi",
      options: ResponseGenerationOptions(
        tools: .init(allowedNames: ["other"], maximumRounds: 1, errors: .reportedToModel)
      )
    )
    XCTAssertEqual(
      model.requests.map(\.options.tools),
      [
        own,
        .init(mode: .none, allowedNames: ["get_weather"], maximumRounds: 3, errors: .endTurn),
        .init(mode: .required, allowedNames: ["other"], maximumRounds: 1, errors: .reportedToModel),
      ]
    )
  }

  func testOptionsWithAnApprovalEqualOnlyTheirCopies() {
    let first = ToolOptions { _ in .allow }
    let second = ToolOptions { _ in .allow }
    let copy = first
    XCTAssertEqual(first, copy)
    XCTAssertEqual(Set([first, copy, second]).count, 2)
    XCTAssertEqual(ToolOptions(), ToolOptions())
    XCTAssertNil(ToolOptions().approve)
  }

  /// Where no call is allowed, a call fails, and only the first request is made to call.
  func testModesAreSeenByTheModelAndKept() async throws {
    for (mode, told) in [
      (ToolOptions.Mode.none, ["error": "it is not allowed in this request"] as GeneratedContent),
      (.required, ["sky": "blue over Rome"]),
    ] {
      let model = ScriptedModel("scripted", answers: [.parts([.call()]), .text(["Fine."])])
      let session = GenerativeModelSession(model: model, tools: [ScriptedTool()])
      _ = try await LogRecorder().record {
        try await session.respond(to: "Hi", options: .default.usingTools(.init(mode: mode)))
      }
      XCTAssertEqual(ToolTurnTests.results(in: session.transcript), [told])
      XCTAssertEqual(
        model.requests.map(\.options.tools.mode),
        [mode, mode == .required ? .auto : mode]
      )
    }
  }
}
