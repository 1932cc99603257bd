import HybridInference
import TestSupport
import XCTest

final class StreamingTests: XCTestCase {
  func testSnapshotsAreCumulativeAndTheLastOneIsComplete() async throws {
    let session = GenerativeModelSession(
      model: ScriptedModel("scripted", answers: [.text(["a", "b", "c"])])
    )
    var texts: [String] = []
    var complete: [Bool] = []

    for try await snapshot in session.streamResponse(to: "Hi") {
      texts.append(snapshot.content)
      complete.append(snapshot.rawContent.isComplete)
      XCTAssertEqual(snapshot.rawResponse.text, snapshot.content)
      XCTAssertEqual(snapshot.rawResponse.modelVersion, "scripted")
    }

    XCTAssertEqual(texts, ["a", "ab", "abc", "abc"])
    XCTAssertEqual(complete, [false, false, false, true])
    XCTAssertEqual(session.transcript.map(\.text), ["Hi", "abc"])
  }

  func testCollectBeforeWhileAndAfterIterating() async throws {
    for iterated in 0...4 {
      let session = GenerativeModelSession(
        model: ScriptedModel("scripted", answers: [.text(["a", "b", "c"])])
      )
      let stream = session.streamResponse(to: "Hi")
      var iterator = stream.makeAsyncIterator()
      for _ in 0..<iterated { _ = try await iterator.next() }

      let response = try await stream.collect()

      XCTAssertEqual(response.content, "abc")
      XCTAssertEqual(response.rawResponse.candidates[0].finishReason, .stop)
      XCTAssertEqual(response.rawResponse.route.map(\.outcome), [.answered])
    }
  }

  func testNextTurnMayBeginTheMomentTheStreamEnds() async throws {
    let session = GenerativeModelSession(
      model: ScriptedModel("scripted", answers: [.text(["a", "b"])])
    )
    for turn in 1...50 {
      for try await snapshot in session.streamResponse(to: "Hi")
      where snapshot.rawContent.isComplete {
        XCTAssertEqual(session.transcript.count, 2 * turn)
        XCTAssertFalse(session.isResponding)
      }
    }
    XCTAssertEqual(session.transcript.count, 100)
  }

  func testWorkStartsWhenTheStreamIsMade() async throws {
    let model = ScriptedModel("scripted")
    let session = GenerativeModelSession(model: model)
    let stream = session.streamResponse(to: "Hi")
    try await waitUntil("the answer is in the transcript") { session.transcript.count == 2 }
    let response = try await stream.collect()
    XCTAssertEqual(response.content, "Hello there")
  }

  func testDroppingTheStreamStopsTheModelAndFreesTheSession() async throws {
    let model = ScriptedModel("scripted", answers: [.hang(after: ["a"]), .text(["ok"])])
    let session = GenerativeModelSession(model: model)
    for try await snapshot in session.streamResponse(to: "Hi") {
      XCTAssertEqual(snapshot.content, "a")
      break
    }

    XCTAssertFalse(session.isResponding)
    try await session.respond(to: "again")
    XCTAssertEqual(session.transcript.map(\.text), ["again", "ok"])
    try await waitUntil("the model was stopped") { model.cancellations == 1 }
  }

  func testCancellingTheReaderStopsTheModel() async throws {
    for collects in [true, false] {
      let model = ScriptedModel("scripted", answers: [.hang(after: ["a"])])
      let session = GenerativeModelSession(model: model)
      let stream = session.streamResponse(to: "Hi")
      let reader = Task {
        if collects { try await stream.collect() } else { for try await _ in stream {} }
      }
      try await waitUntil("the model answers") { model.requests.count == 1 }

      reader.cancel()

      await assertThrows(try await reader.value) { XCTAssertTrue($0 is CancellationError) }
      try await waitUntil("the model was stopped") { model.cancellations == 1 }
      XCTAssertFalse(session.isResponding)
      XCTAssertEqual(session.transcript.count, 0)
    }
  }

  func testErrorComesOnceFromTheIterationAndFromCollect() async throws {
    let session = GenerativeModelSession(
      model: ScriptedModel("scripted", answers: [.failure(GenerationError.timedOut)])
    )
    let stream = session.streamResponse(to: "Hi")
    var iterator = stream.makeAsyncIterator()
    do {
      _ = try await iterator.next()
      XCTFail("nothing was thrown")
    } catch GenerationError.timedOut {}
    let next = try await iterator.next()
    XCTAssertNil(next)
    await assertThrows(try await stream.collect())
  }

  func testPartialAnswerIsReachableFromTheError() async throws {
    let errors: [GenerationError] = [
      .connectionLost, .timedOut, .backend(.init(code: 503, status: "UNAVAILABLE")),
    ]
    for error in errors {
      let session = GenerativeModelSession(
        model: ScriptedModel("scripted", answers: [.failure(error, after: ["a", "b"])])
      )
      await assertThrows(try await session.streamResponse(to: "Hi").collect()) {
        XCTAssertEqual(($0 as? GenerationError)?.partialResponse?.text, "ab")
      }
      XCTAssertEqual(session.transcript.count, 0)
    }
  }

  func testStreamWithoutFinishReasonIsALostConnection() async throws {
    let session = GenerativeModelSession(
      model: ScriptedModel("scripted", answers: [.chunks([ScriptedModel.chunk("a")])])
    )
    await assertThrows(try await session.streamResponse(to: "Hi").collect()) { error in
      guard case GenerationError.connectionLost(let partial) = error else {
        return XCTFail("\(error)")
      }
      XCTAssertEqual(partial?.text, "a")
    }
  }

  func testEarlyStopThrowsWithWhatHadCome() async throws {
    let chunks = [ScriptedModel.chunk("a"), ScriptedModel.chunk("b", finishReason: .safety)]
    let session = GenerativeModelSession(
      model: ScriptedModel("scripted", answers: [.chunks(chunks)])
    )
    await assertThrows(try await session.streamResponse(to: "Hi").collect()) { error in
      guard case GenerationError.responseStoppedEarly(.safety, let response) = error else {
        return XCTFail("\(error)")
      }
      XCTAssertEqual(response.text, "ab")
    }
  }

  func testThoughtsGiveNoSnapshotOfTheirOwnAndStayOutOfTheText() async throws {
    let thought = GenerateContentResponse(candidates: [
      Candidate(content: .init(role: .model, parts: [Part(.text("hm"), isThought: true)]))
    ])
    let usage = GenerateContentResponse(usageMetadata: .init(totalTokenCount: 9))
    let session = GenerativeModelSession(
      model: ScriptedModel(
        "scripted",
        answers: [
          .chunks([thought, thought, ScriptedModel.chunk("a", finishReason: .stop), usage])
        ]
      )
    )
    let stream = session.streamResponse(to: "Hi")
    var texts: [String] = []
    for try await snapshot in stream { texts.append(snapshot.content) }
    XCTAssertEqual(texts, ["a", "a"])
    let response = try await stream.collect()
    XCTAssertEqual(response.content, "a")
    XCTAssertEqual(response.rawResponse.thoughtSummary, "hmhm")
    XCTAssertEqual(response.rawResponse.usageMetadata?.totalTokenCount, 9)
  }

  func testEmptyAnswerIsOneCompleteEmptySnapshot() async throws {
    let session = GenerativeModelSession(
      model: ScriptedModel(
        "scripted",
        answers: [.chunks([ScriptedModel.chunk("", finishReason: .maxTokens)])]
      )
    )
    var texts: [String] = []
    for try await snapshot in session.streamResponse(to: "Hi") {
      texts.append(snapshot.content)
      XCTAssertTrue(snapshot.rawContent.isComplete)
    }
    XCTAssertEqual(texts, [""])
    XCTAssertEqual(session.transcript.count, 2)
  }

  func testSecondStreamAtOnceIsRefusedAndTheFirstGoesOn() async throws {
    let model = ScriptedModel("scripted", answers: [.hang(after: ["a"])])
    let session = GenerativeModelSession(model: model)
    let first = session.streamResponse(to: "first")
    await assertThrows(try await session.streamResponse(to: "second").collect()) { error in
      guard case GenerationError.concurrentRequests = error else { return XCTFail("\(error)") }
    }
    XCTAssertTrue(session.isResponding)
    withExtendedLifetime(first) {}
  }
}
