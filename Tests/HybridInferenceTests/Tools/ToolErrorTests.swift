import Foundation
import HybridInference
import TestSupport
import XCTest

/// Calls that fail (C10), whole and streamed.
final class ToolErrorTests: XCTestCase {
  private struct Localized: LocalizedError {
    var errorDescription: String? { "The station is closed." }
  }

  /// Its output cannot be written as JSON.
  private struct EndlessTool: Tool {
    struct Arguments: Generable { var city: String }
    var name: String { "endless" }
    var description: String { "Does it." }
    func call(arguments: Arguments) async throws -> Double { .infinity }
  }

  /// A call, what the model is told of it, and the error's reason where it ends the turn.
  private static let failing: [(Part, String, String)] = [
    (.call("nothing"), "there is no such tool", "there is no such tool"),
    (.functionCall(.init(name: "get_weather")), "city: is missing", "city: is missing"),
    (
      .functionCall(.init(name: "get_weather", arguments: ["city": 7])), "city: expected a text",
      "city: expected a text"
    ),
    (.call("broken"), "The station is closed.", "it threw Localized"),
    (.call("vague"), "no wind", "it threw Failure"),
    (.call("endless"), "cannot be written as JSON", "cannot be written as JSON"),
    (.call("not_allowed"), "it is not allowed", "it is not allowed"),
  ]

  private static let tools: [any ToolRepresentable] = [
    ScriptedTool(), ScriptedTool("broken") { _ in throw Localized() },
    ScriptedTool("vague") { _ in throw ScriptedTool.Failure("no wind") },
    EndlessTool(), ScriptedTool("not_allowed"),
  ]

  private static let allowed = ["get_weather", "broken", "vague", "endless"]

  func testTheModelIsToldByDefault() async throws {
    for (call, told, _) in Self.failing {
      for streams in [false, true] {
        let model = ScriptedModel(
          "scripted",
          answers: [.parts([.call(city: "Oslo"), call]), .text(["Sorry."])]
        )
        let session = GenerativeModelSession(model: model, tools: Self.tools)
        let log = LogRecorder()
        let response = try await log.record {
          try await session.answer(
            "Weather?",
            streams: streams,
            options: .default.usingTools(.init(allowedNames: Self.allowed))
          )
        }
        XCTAssertEqual(response.content, "Sorry.")
        let results = ToolTurnTests.results(in: session.transcript)
        XCTAssertEqual(results.count, 2)
        XCTAssertEqual(results.first, ["sky": "blue over Oslo"])
        let text = results.last?["error"]?.stringValue ?? ""
        XCTAssertTrue(text.contains(told), text)
        XCTAssertEqual(log.errors.count, 1)
        XCTAssertFalse(log.errors.contains { $0.contains("station") || $0.contains("wind") })
      }
    }
  }

  func testOrTheTurnEndsWithTheToolsNameAndError() async throws {
    for (call, _, reason) in Self.failing {
      for streams in [false, true] {
        let model = ScriptedModel("scripted", answers: [.parts([.text("Hm. "), call])])
        let session = GenerativeModelSession(
          model: model,
          tools: Self.tools,
          toolOptions: .init(allowedNames: Self.allowed, errors: .endTurn)
        )
        await assertThrows(try await session.answer("Weather?", streams: streams)) { error in
          guard case GenerationError.toolCallFailed(let name, let text, let underlying) = error
          else {
            return XCTFail("\(error)")
          }
          let called = call.functionCall?.name ?? ""
          XCTAssertEqual(name, called == "nothing" ? "a tool that there is not" : called)
          XCTAssertTrue(text.contains(reason), text)
          XCTAssertTrue("\(error)".contains(name))
          XCTAssertFalse("\(error)".contains("station"))
          if name == "broken" { XCTAssertTrue(underlying is Localized) }
          if name == "get_weather" {
            guard case GenerationError.decodingFailure? = underlying else {
              return XCTFail("\(String(describing: underlying))")
            }
          }
        }
        XCTAssertEqual(session.transcript.count, 0)
        XCTAssertFalse(session.isResponding)
        XCTAssertEqual(model.requests.count, 1)
      }
    }
  }

  /// The first failure cancels the other calls of the answer.
  func testAFailureThatEndsTheTurnCancelsTheOtherCalls() async throws {
    let started = Meeting(of: 2)
    let waiting = ScriptedTool { _ in
      try await started.arrive()
      try await Task.sleep(for: .seconds(3600))
      return [:]
    }
    let broken = ScriptedTool("broken") { _ in
      try await started.arrive()
      throw Localized()
    }
    let session = GenerativeModelSession(
      model: ScriptedModel("scripted", answers: [.parts([.call(), .call("broken")])]),
      tools: [waiting, broken],
      toolOptions: .init(errors: .endTurn)
    )
    await assertThrows(try await session.respond(to: "Weather?")) { error in
      guard case GenerationError.toolCallFailed("broken", _, _) = error else {
        return XCTFail("\(error)")
      }
    }
  }

  func testTheCapEndsTheTurn() async throws {
    for streams in [false, true] {
      let tool = ScriptedTool()
      let model = ScriptedModel("scripted", answers: [.parts([.call()])])
      let session = GenerativeModelSession(model: model, tools: [tool])
      await assertThrows(try await session.answer("Weather?", streams: streams)) { error in
        guard case GenerationError.toolCallFailed("get_weather", _, _) = error else {
          return XCTFail("\(error)")
        }
      }
      XCTAssertEqual(tool.cities.count, 10)
      XCTAssertEqual(model.requests.count, 11)
      XCTAssertEqual(session.transcript.count, 0)

      let options = ResponseGenerationOptions(tools: .init(maximumRounds: 2))
      await assertThrows(try await session.answer("Again", streams: streams, options: options))
      XCTAssertEqual(tool.cities.count, 12)
    }
  }

  func testAToolThatAsksItsOwnSessionIsRefused() async throws {
    for streams in [false, true] {
      let holder = SessionHolder()
      let tool = ScriptedTool { _ in
        .init(kind: .string(try await holder.session?.respond(to: "Nested").content ?? ""))
      }
      let model = ScriptedModel("scripted", answers: [.parts([.call()]), .text(["Fine."])])
      let session = GenerativeModelSession(model: model, tools: [tool])
      holder.session = session
      _ = try await LogRecorder().record { try await session.answer("Weather?", streams: streams) }
      holder.session = nil
      let told = ToolTurnTests.results(in: session.transcript).first?["error"]?.stringValue
      XCTAssertEqual(told, "The session is already answering another prompt.")
      XCTAssertEqual(model.requests.count, 2)
    }
  }

  /// A model that fails after tools have run leaves the conversation as it was.
  func testAModelThatFailsAfterToolsLeavesNothing() async throws {
    for streams in [false, true] {
      let model = ScriptedModel(
        "scripted",
        answers: [
          .parts([.text("Hm. "), .call()]), .failure(GenerationError.timedOut, after: ["It"]),
        ]
      )
      let session = GenerativeModelSession(model: model, tools: [ScriptedTool()])
      await assertThrows(try await session.answer("Weather?", streams: streams)) { error in
        guard case GenerationError.timedOut(let partial) = error else { return XCTFail("\(error)") }
        XCTAssertEqual(partial?.text, streams ? "Hm. It" : "Hm. ")
        XCTAssertEqual(partial?.functionCalls.count, 1)
      }
      XCTAssertEqual(session.transcript.count, 0)
    }
  }

  func testAnEarlyStopAfterToolsHoldsWhatHadCome() async throws {
    for streams in [false, true] {
      let stopped = ScriptedModel.response([.text("It")], finishReason: .safety)
      let session = GenerativeModelSession(
        model: ScriptedModel(
          "scripted",
          answers: [.parts([.text("Hm. "), .call()]), .chunks([stopped])]
        ),
        tools: [ScriptedTool()]
      )
      await assertThrows(try await session.answer("Weather?", streams: streams)) { error in
        guard case GenerationError.responseStoppedEarly(.safety, let response) = error else {
          return XCTFail("\(error)")
        }
        XCTAssertEqual(response.text, "Hm. It")
      }
      XCTAssertEqual(session.transcript.count, 0)
    }
  }

  /// An early stop is never taken for calls to carry out.
  func testAnAnswerThatStoppedEarlyRunsNothing() async throws {
    for reason in ["MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL", "SAFETY", "NEW"] {
      for streams in [false, true] {
        let tool = ScriptedTool()
        let response = ScriptedModel.response([.call()], finishReason: .init(rawValue: reason))
        let session = GenerativeModelSession(
          model: ScriptedModel("scripted", answers: [.chunks([response])]),
          tools: [tool]
        )
        await assertThrows(try await session.answer("Weather?", streams: streams)) { error in
          guard case GenerationError.responseStoppedEarly(let stopped, _) = error else {
            return XCTFail("\(error)")
          }
          XCTAssertEqual(stopped.rawValue, reason)
        }
        XCTAssertEqual(tool.cities, [])
      }
    }
  }

  func testAStreamWithoutItsEndRunsNothing() async throws {
    let tool = ScriptedTool()
    let session = GenerativeModelSession(
      model: ScriptedModel("scripted", answers: [.chunks([ScriptedModel.response([.call()])])]),
      tools: [tool]
    )
    await assertThrows(try await session.streamResponse(to: "Weather?").collect()) { error in
      guard case GenerationError.connectionLost = error else { return XCTFail("\(error)") }
    }
    XCTAssertEqual(tool.cities, [])
  }
}
