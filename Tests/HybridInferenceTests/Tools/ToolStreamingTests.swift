import HybridInference
import TestSupport
import XCTest

/// What a reader of a stream sees of a turn with tools.
final class ToolStreamingTests: XCTestCase {
  func testTextComesBeforeBetweenAndAfterCalls() async throws {
    let model = ScriptedModel(
      "scripted",
      answers: [
        .parts([.text("One "), .text("two "), .call()]),
        .parts([.text("three "), .call(city: "Oslo"), .text("four ")]), .text(["fi", "ve"]),
      ]
    )
    let session = GenerativeModelSession(model: model, tools: [ScriptedTool()])
    var texts: [String] = []
    var calls: [Int] = []
    let stream = session.streamResponse(to: "Count")
    for try await snapshot in stream {
      texts.append(snapshot.content)
      calls.append(snapshot.rawResponse.functionCalls.count)
      XCTAssertEqual(snapshot.rawResponse.text, snapshot.content)
      XCTAssertEqual(snapshot.rawResponse.modelVersion, "scripted")
      if snapshot.rawContent.isComplete { XCTAssertEqual(session.transcript.count, 6) }
    }
    XCTAssertEqual(
      texts,
      [
        "One ", "One two ", "One two ", "One two three ", "One two three ", "One two three four ",
        "One two three four fi", "One two three four five", "One two three four five",
      ]
    )
    XCTAssertEqual(calls, [0, 0, 1, 1, 2, 2, 2, 2, 2])
    let collected = try await stream.collect()
    XCTAssertEqual(collected.content, "One two three four five")
    let other = GenerativeModelSession(
      model: ScriptedModel(
        "scripted",
        answers: [
          .parts([.text("One "), .text("two "), .call()]),
          .parts([.text("three "), .call(city: "Oslo"), .text("four ")]), .text(["five"]),
        ]
      ),
      tools: [ScriptedTool()]
    )
    let whole = try await other.respond(to: "Count")
    XCTAssertEqual(whole.content, collected.content)
    XCTAssertEqual(whole.rawResponse.functionCalls, collected.rawResponse.functionCalls)
  }

  /// The text before a call is there while the tool runs.
  func testTextBeforeACallIsSeenWhileTheToolRuns() async throws {
    let seen = Meeting(of: 2)
    let tool = ScriptedTool { _ in
      try await seen.arrive()
      return [:]
    }
    let session = GenerativeModelSession(
      model: ScriptedModel(
        "scripted",
        answers: [.parts([.text("Wait. "), .call()]), .text(["Fine."])]
      ),
      tools: [tool]
    )
    var texts: [String] = []
    for try await snapshot in session.streamResponse(to: "Weather?") {
      texts.append(snapshot.content)
      if texts.count == 1 { try await seen.arrive() }
    }
    XCTAssertEqual(texts.first, "Wait. ")
    XCTAssertEqual(texts.last, "Wait. Fine.")
    XCTAssertEqual(ToolTurnTests.results(in: session.transcript), [[:]])
  }

  /// Calls, thoughts and empty texts alone give no empty snapshot (C4).
  func testCallsAloneGiveNoEmptySnapshot() async throws {
    let thought = Part(.text("hm"), isThought: true)
    let model = ScriptedModel(
      "scripted",
      answers: [
        .parts([thought, .text(""), .call(signature: "s"), Part(.text(""), thoughtSignature: "t")]),
        .parts([thought, .text("Fine.")]),
      ]
    )
    let session = GenerativeModelSession(model: model, tools: [ScriptedTool()])
    var texts: [String] = []
    let stream = session.streamResponse(to: "Weather?")
    for try await snapshot in stream { texts.append(snapshot.content) }
    XCTAssertEqual(texts, ["Fine.", "Fine."])
    let thoughts = try await stream.collect().rawResponse.thoughtSummary
    XCTAssertEqual(thoughts, "hmhm")
    XCTAssertEqual(
      session.transcript[1].content.parts,
      [thought, .call(signature: "s"), Part(.text(""), thoughtSignature: "t")]
    )
  }

  /// A signature on an empty text that came after the call stays on its own part (C1).
  func testSignaturesStayOnTheirParts() async throws {
    for streams in [false, true] {
      let parts: [Part] = [
        .text("a"), Part(.text(""), thoughtSignature: "t"), .call(id: "1", signature: "s"),
        .call(city: "Oslo", id: "2"),
      ]
      let model = ScriptedModel("scripted", answers: [.parts(parts), .text(["Fine."])])
      let session = GenerativeModelSession(model: model, tools: [ScriptedTool()])
      _ = try await session.answer("Weather?", streams: streams)
      XCTAssertEqual(model.requests[1].transcript[1].content.parts, parts)
      XCTAssertEqual(session.transcript[1].content.parts, parts)
    }
  }

  /// Cancelling the turn, or dropping its stream, cancels the tools; nothing of it is kept.
  func testCancellingTheTurnCancelsItsTools() async throws {
    enum Way: CaseIterable { case respond, collect, iterate, drop }
    for way in Way.allCases {
      let cancelled = Meeting(of: 2)
      let tool = ScriptedTool { _ in
        do {
          try await Task.sleep(for: .seconds(3600))
        } catch {
          Task { try await cancelled.arrive() }
          throw error
        }
        return [:]
      }
      let model = ScriptedModel(
        "scripted",
        answers: [.parts([.text("a"), .call()]), .text(["b"])]
      )
      let session = GenerativeModelSession(model: model, tools: [tool])
      let turn = Task {
        switch way {
        case .respond: _ = try await session.respond(to: "Weather?").content
        case .collect: _ = try await session.streamResponse(to: "Weather?").collect()
        case .iterate: for try await _ in session.streamResponse(to: "Weather?") {}
        case .drop:
          let stream = session.streamResponse(to: "Weather?")
          try await waitUntil("the tool runs") { tool.cities.count == 1 }
          withExtendedLifetime(stream) {}
        }
      }
      try await waitUntil("the tool runs") { tool.cities.count == 1 }
      if way != .drop { turn.cancel() }
      let result = await turn.result
      if way != .drop {
        XCTAssertThrowsError(try result.get()) { XCTAssertTrue($0 is CancellationError, "\(way)") }
      }
      try await cancelled.arrive()
      XCTAssertFalse(session.isResponding)
      XCTAssertEqual(session.transcript.count, 0)
      XCTAssertEqual(model.requests.count, 1)
      try await session.respond(to: "Hi")
      XCTAssertEqual(session.transcript.map(\.text), ["Hi", "b"])
    }
  }

  /// A tool that heeds no cancellation holds up neither the reader nor the session.
  func testAToolThatHeedsNothingDoesNotHoldTheSession() async throws {
    let end = Meeting(of: 2)
    let tool = ScriptedTool { _ in
      // A task of its own is not cancelled with the turn.
      await Task { try? await end.arrive() }.value
      return [:]
    }
    let model = ScriptedModel("scripted", answers: [.parts([.text("a"), .call()]), .text(["b"])])
    let session = GenerativeModelSession(model: model, tools: [tool])
    let reader = Task { try await session.streamResponse(to: "Weather?").collect() }
    try await waitUntil("the tool runs") { tool.cities.count == 1 }
    reader.cancel()
    await assertThrows(try await reader.value) { XCTAssertTrue($0 is CancellationError) }
    XCTAssertFalse(session.isResponding)
    try await session.respond(to: "Hi")
    try await end.arrive()
    XCTAssertEqual(session.transcript.map(\.text), ["Hi", "b"])
    XCTAssertEqual(model.requests.count, 2)
  }
}
