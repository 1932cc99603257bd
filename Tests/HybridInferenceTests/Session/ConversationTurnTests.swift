import HybridInference
import TestSupport
import XCTest

/// What each turn leaves in the conversation.
final class ConversationTurnTests: XCTestCase {
  /// Each streamed turn adds one prompt and one answer, and the next one sees them (C8, C9).
  func testStreamedTurnsAddOnePromptAndOneAnswer() async throws {
    let model = ScriptedModel(
      "scripted",
      answers: (1...5).map { .text(["one ", "", "\($0)"]) }
    )
    let session = GenerativeModelSession(model: model, instructions: "i")
    var said: [String] = []
    for turn in 1...5 {
      for try await snapshot in session.streamResponse(to: "prompt \(turn)")
      where snapshot.rawContent.isComplete {
        // The stream has not ended for its reader, and yet all of the turn is there.
        XCTAssertEqual(session.transcript.count, 2 * turn)
      }
      said.append("prompt \(turn)")
      XCTAssertEqual(model.requests.last?.transcript.map(\.text), said)
      said.append("one \(turn)")
      XCTAssertEqual(session.transcript.map(\.text), said)
    }
    XCTAssertTrue(model.requests.allSatisfy { $0.transcript.instructions == "i" })
  }

  /// Empty texts of an answer are no part of the conversation (C5), whole or streamed.
  func testEmptyTextsOfAnAnswerAreLeftOut() async throws {
    let parts: [Part] = [
      .text(""), .text("a"), .text(""), Part(.text(""), isThought: true),
      Part(.text(""), thoughtSignature: "s"), .text(""),
    ]
    let content = ModelContent(role: .model, parts: parts)
    for streams in [false, true] {
      let session = GenerativeModelSession(
        model: ScriptedModel(
          "scripted",
          answers: [.chunks([.init(candidates: [.init(content: content, finishReason: .stop)])])]
        )
      )
      _ = try await session.answer("Hi", streams: streams)
      XCTAssertEqual(
        session.transcript.last?.content.parts,
        [.text("a"), Part(.text(""), thoughtSignature: "s")]
      )
    }
  }

  /// An answer of thoughts alone is an empty answer, and its thoughts never become text (C4).
  func testThoughtsAreNeverText() async throws {
    func chunk(_ text: String, _ reason: FinishReason?) -> GenerateContentResponse {
      .init(candidates: [
        .init(
          content: .init(role: .model, parts: [Part(.text(text), isThought: true)]),
          finishReason: reason
        )
      ])
    }
    let session = GenerativeModelSession(
      model: ScriptedModel(
        "scripted",
        answers: [.chunks([chunk("hm", nil), chunk("so", .maxTokens)])]
      )
    )
    var texts: [String] = []
    for try await snapshot in session.streamResponse(to: "Hi") { texts.append(snapshot.content) }
    XCTAssertEqual(texts, [""])
    XCTAssertEqual(session.transcript.last?.text, "")
    XCTAssertEqual(session.transcript.count, 2)
  }

  /// A failed, refused or cancelled turn leaves nothing behind, whole or streamed.
  func testTurnsThatFailLeaveNothing() async throws {
    for streams in [false, true] {
      let model = ScriptedModel(
        "scripted",
        answers: [
          .failure(GenerationError.timedOut, after: ["a"]), .hang(after: ["b"]),
          .chunks([ScriptedModel.chunk("c", finishReason: .safety)]), .text(["fine"]),
        ]
      )
      let session = GenerativeModelSession(model: model)
      await assertThrows(try await session.answer("1", streams: streams))
      let task = Task { try await session.answer("2", streams: streams) }
      try await waitUntil("it is asked") { model.requests.count == 2 }
      await assertThrows(try await session.answer("refused", streams: streams)) { error in
        guard case GenerationError.concurrentRequests = error else { return XCTFail("\(error)") }
      }
      task.cancel()
      await assertThrows(try await task.value)
      await assertThrows(try await session.answer("3", streams: streams))
      XCTAssertTrue(session.transcript.isEmpty)
      _ = try await session.answer("4", streams: streams)
      XCTAssertEqual(session.transcript.map(\.text), ["4", "fine"])
      XCTAssertEqual(model.requests.last?.transcript.count, 1)
    }
  }

  /// A plain text is not asked for by a schema (C6).
  func testAPlainTextTakesNoSchema() async throws {
    let model = ScriptedModel("scripted")
    let session = GenerativeModelSession(model: model)
    try await session.respond(to: "Hi")
    try await session.respond(to: "Hi", generating: String.self)
    let _: GenerativeModelSession.Response<String> = try await session.respond(to: "Hi")
    try await session.streamResponse(to: "Hi").collect()
    try await session.streamResponse(to: "Hi", generating: String.self).collect()
    XCTAssertEqual(model.requests.count, 5)
    XCTAssertTrue(model.requests.allSatisfy { $0.schema == nil })
  }
}
