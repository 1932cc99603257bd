import HybridInference
import TestSupport
import XCTest

/// An answer whose model is lost in the middle, and another one that goes on with it.
final class ContinuationTests: XCTestCase {
  private let start = "The sky is blue because air "
  private let rest = ["scatters ", "short waves."]

  private func session(
    _ first: ScriptedModel,
    _ second: ScriptedModel,
    continues: Bool = true,
    fallback: HybridPolicy.Fallback = .automatic,
    clock: ManualClock = ManualClock(),
    hedge: Duration? = nil,
    tools: [any ToolRepresentable] = []
  ) -> GenerativeModelSession {
    GenerativeModelSession(
      model: HybridModel(
        primary: first,
        secondary: second,
        policy: HybridPolicy(
          fallback: fallback,
          hedgeDelay: hedge,
          continuesInterruptedStreams: continues
        ),
        clock: clock.routeClock
      ),
      tools: tools,
      instructions: "Be brief."
    )
  }

  /// The texts of all snapshots, and the whole response.
  private func read(
    _ session: GenerativeModelSession
  ) async throws -> (texts: [String], response: GenerateContentResponse) {
    try await LogRecorder().record {
      let stream = session.streamResponse(to: "Why?")
      var texts: [String] = []
      for try await snapshot in stream { texts.append(snapshot.content) }
      return (texts, try await stream.collect().rawResponse)
    }
  }

  func testSnapshotsGoOnGrowing() async throws {
    let losses: [ScriptedModel.Answer] = [
      .cut(after: ["The sky ", "is blue because air "]),
      .failure(GenerationError.connectionLost, after: ["The sky ", "is blue because air "]),
      .failure(GenerationError.internalError, after: ["The sky ", "is blue because air "]),
      .failure(GenerationError.timedOut, after: ["The sky ", "is blue because air "]),
      .failure(GenerationError.backend(.init(code: 503)), after: ["The sky is blue because air "]),
    ]
    for (index, loss) in losses.enumerated() {
      for (source, other) in [
        (InferenceSource.onDevice, InferenceSource.inCloud), (.inCloud, .onDevice),
      ] {
        let second = ScriptedModel("second", source: other, answers: [.text(rest)])
        let session = session(ScriptedModel("first", source: source, answers: [loss]), second)
        let (texts, response) = try await read(session)
        XCTAssertEqual(texts.last, start + rest.joined())
        for (earlier, later) in zip(texts, texts.dropFirst()) {
          XCTAssertTrue(later.hasPrefix(earlier), "\(index): \(earlier), then \(later)")
        }
        XCTAssertTrue(texts.contains(start), "\(texts)")
        XCTAssertEqual(response.route.map(\.outcome), [.interrupted, .answered])
        XCTAssertEqual(response.route.map(\.modelName), ["first", "second"])
        XCTAssertEqual(response.modelVersion, "second")
        XCTAssertEqual(response.inferenceSource, other)
        XCTAssertEqual(response.finishReason, .stop)
        XCTAssertEqual(
          response.candidates.first?.finishMessage,
          "Begun by first, continued by second."
        )
        XCTAssertEqual(session.transcript.last?.text, start + rest.joined())
        checkRequest(try XCTUnwrap(second.requests.last))
      }
    }
  }

  private func checkRequest(_ request: ModelRequest) {
    XCTAssertTrue(request.continuesAnswer)
    XCTAssertEqual(request.transcript.map(\.text), ["Why?", start])
    XCTAssertEqual(request.transcript.map(\.content.role), [.user, .model])
    XCTAssertEqual(request.transcript.instructions, "Be brief.")
  }

  /// A server that begins anew does not repeat what was there.
  func testWhatACloudModelRepeatsIsLeftOut() async throws {
    let whole = start + rest.joined()
    for cut in [3, 10, 27, 28, 29, 33] {
      let pieces = [String(whole.prefix(cut)), String(whole.dropFirst(cut))]
      let session = session(
        ScriptedModel("first", source: .onDevice, answers: [.cut(after: [start])]),
        ScriptedModel("second", answers: [.text(pieces)])
      )
      let (texts, _) = try await read(session)
      XCTAssertEqual(texts.last, whole)
    }
  }

  /// So does one that answers from inside of a hybrid, whichever of its models is preferred.
  func testWhatACloudModelInAHybridRepeatsIsLeftOut() async throws {
    let whole = start + rest.joined()
    for cut in [3, 10, 28, 33] {
      let pieces = [String(whole.prefix(cut)), String(whole.dropFirst(cut))]
      let inner = HybridModel(
        primary: ScriptedModel("device", source: .onDevice, unsupported: "everything"),
        secondary: ScriptedModel("cloud", answers: [.text(pieces)])
      )
      let session = GenerativeModelSession(
        model: .hybridModel(
          primary: ScriptedModel("first", source: .onDevice, answers: [.cut(after: [start])]),
          secondary: inner,
          policy: HybridPolicy(continuesInterruptedStreams: true)
        )
      )
      let (texts, response) = try await read(session)
      XCTAssertEqual(texts.last, whole)
      XCTAssertEqual(response.modelVersion, "cloud")
    }
  }

  /// One on the device goes on exactly, also when that looks like a repetition.
  func testALoopIsNotTakenForARepetition() async throws {
    let loop = String(repeating: "ha ", count: 20)
    let session = session(
      ScriptedModel("first", answers: [.cut(after: [loop])]),
      ScriptedModel("second", source: .onDevice, answers: [.text([loop, "ho"])])
    )
    let (texts, _) = try await read(session)
    XCTAssertEqual(texts.last, loop + loop + "ho")
  }

  /// A hybrid that goes on is like that one of its models that does: on the device exactly, in the cloud
  /// perhaps anew.
  func testAHybridGoesOn() async throws {
    let whole = start + rest.joined()
    let gone = Availability.unavailable(.modelNotReady)
    for isDeviceFirst in [false, true] {
      for answersInCloud in [false, true] {
        let anew = ScriptedModel("far", answers: [.text([whole])])
        let loop = ScriptedModel("near", source: .onDevice, answers: [.text([start, "so."])])
        (answersInCloud ? loop : anew).availability = gone
        let inner = HybridModel(
          primary: isDeviceFirst ? loop : anew,
          secondary: isDeviceFirst ? anew : loop,
          policy: HybridPolicy(fallback: .onAnyError)
        )
        let session = GenerativeModelSession(
          model: .hybridModel(
            primary: ScriptedModel("first", answers: [.cut(after: [start])]),
            secondary: inner,
            policy: HybridPolicy(fallback: .onAnyError, continuesInterruptedStreams: true)
          ),
          instructions: "Be brief."
        )
        let (texts, _) = try await read(session)
        let expected = answersInCloud ? whole : start + start + "so."
        XCTAssertEqual(texts.last, expected, "\(isDeviceFirst) \(answersInCloud)")
      }
    }
  }

  /// What is no loss of the model ends the answer, as do losses where the policy says nothing.
  func testWhatIsNotContinued() async throws {
    let stopped = GenerateContentResponse(candidates: [.init(finishReason: .safety)])
    let rows: [(ScriptedModel.Answer, Bool, HybridPolicy.Fallback)] = [
      (.cut(after: [start]), false, .automatic),
      (.cut(after: [start]), true, .when { _ in false }),
      (.failure(GenerationError.backend(.init(code: 400)), after: [start]), true, .onAnyError),
      (.failure(GenerationError.decodingFailure, after: [start]), true, .onAnyError),
      (.failure(GenerationError.exceededContextWindowSize, after: [start]), true, .onAnyError),
      (.chunks([ScriptedModel.chunk(start), stopped]), true, .onAnyError),
    ]
    for (index, (answer, continues, fallback)) in rows.enumerated() {
      let second = ScriptedModel("second")
      let session = session(
        ScriptedModel("first", source: .onDevice, answers: [answer]),
        second,
        continues: continues,
        fallback: fallback
      )
      await assertThrows(try await session.streamResponse(to: "Why?").collect()) { error in
        XCTAssertEqual(
          (error as? GenerationError)?.partialResponse?.text ?? start,
          start,
          "\(index)"
        )
      }
      XCTAssertTrue(second.seen.isEmpty, "\(index)")
      XCTAssertTrue(session.transcript.isEmpty)
    }
  }

  /// A model that cannot go on is not asked to.
  func testAModelThatCannotGoOn() async throws {
    let second = ScriptedModel("second", continuesAnswers: false)
    let session = session(ScriptedModel("first", answers: [.cut(after: [start])]), second)
    await assertThrows(try await session.streamResponse(to: "Why?").collect()) { error in
      guard case GenerationError.connectionLost(let partial) = error else {
        return XCTFail("\(error)")
      }
      XCTAssertEqual(partial?.text, start)
    }
    XCTAssertTrue(second.seen.isEmpty)
  }

  /// An answer that holds calls is more than text.
  func testCallsAreNotContinued() async throws {
    let tool = ScriptedTool()
    let second = ScriptedModel("second", source: .onDevice)
    let pieces = [ScriptedModel.chunk(start), ScriptedModel.response([.call()])]
    let session = session(
      ScriptedModel("first", answers: [.chunks(pieces)]),
      second,
      tools: [tool]
    )
    try await LogRecorder().record {
      await assertThrows(try await session.streamResponse(to: "Why?").collect()) { error in
        guard case GenerationError.allModelsFailed(let attempts) = error else {
          return XCTFail("\(error)")
        }
        XCTAssertEqual(attempts.map(\.outcome), [.interrupted, .unsupported])
      }
    }
    XCTAssertTrue(second.seen.isEmpty)
    XCTAssertEqual(tool.cities, [])
  }

  /// The one that goes on is lost too: both errors, and all the text.
  func testBothAreLost() async throws {
    let session = session(
      ScriptedModel("first", answers: [.cut(after: [start])]),
      ScriptedModel(
        "second",
        source: .onDevice,
        answers: [.failure(GenerationError.internalError, after: ["scatters "])]
      )
    )
    try await LogRecorder().record {
      await assertThrows(try await session.streamResponse(to: "Why?").collect()) { error in
        guard case GenerationError.allModelsFailed(let attempts) = error else {
          return XCTFail("\(error)")
        }
        XCTAssertEqual(attempts.map(\.outcome), [.interrupted, .interrupted])
        XCTAssertEqual(
          (error as? GenerationError)?.partialResponse?.text,
          start + "scatters "
        )
      }
    }
    XCTAssertTrue(session.transcript.isEmpty)
  }

  /// The loser of a hedge can still go on with the winner's answer.
  func testTheLoserOfAHedgeGoesOn() async throws {
    let clock = ManualClock()
    let first = ScriptedModel("first", source: .onDevice, answers: [.hang(), .text(rest)])
    let second = ScriptedModel("second", answers: [.cut(after: [start])])
    let session = session(first, second, clock: clock, hedge: .seconds(1))
    let response = try await LogRecorder().record {
      let stream = session.streamResponse(to: "Why?")
      try await waitUntil("the delay is waited for") { clock.sleeperCount == 1 }
      clock.advance(by: .seconds(1))
      return try await stream.collect().rawResponse
    }
    XCTAssertEqual(response.text, start + rest.joined())
    XCTAssertEqual(response.route.map(\.outcome), [.outpaced, .interrupted, .answered])
    XCTAssertEqual(response.modelVersion, "first")
  }

  /// A value goes on under the same schema, and is read as one.
  func testAValueGoesOn() async throws {
    struct Trip: Generable, Equatable {
      var title: String
      var days: Int
    }
    let json = #"{"title":"To Rome","days":3}"#
    for cut in 1..<json.count {
      for (source, repeats) in [
        (InferenceSource.onDevice, false), (.inCloud, false), (.inCloud, true),
      ] {
        let second = ScriptedModel(
          "second",
          source: source,
          answers: [.text([repeats ? json : String(json.dropFirst(cut))])]
        )
        let session = session(
          ScriptedModel("first", answers: [.cut(after: [String(json.prefix(cut))])]),
          second
        )
        let trip = try await LogRecorder().record {
          try await session.streamResponse(to: "Plan.", generating: Trip.self).collect().content
        }
        XCTAssertEqual(trip, Trip(title: "To Rome", days: 3), "cut at \(cut)")
        XCTAssertNotNil(second.requests.last?.schema)
      }
    }
  }

  /// Cut anywhere, at random: the text begins with what had been given, and nothing is lost.
  func testRandomCuts() async throws {
    var random = SeededGenerator(seed: 6)
    let text = (0..<60).map { "word\($0) äöü 🙂 " }.joined()
    for round in 0..<200 {
      let cut = Int.random(in: 1..<text.count, using: &random)
      var given: [String] = []
      var left = text.prefix(cut)
      while !left.isEmpty {
        let size = Int.random(in: 1...40, using: &random)
        given.append(String(left.prefix(size)))
        left = left.dropFirst(size)
      }
      let session = session(
        ScriptedModel("first", answers: [.cut(after: given)]),
        ScriptedModel("second", source: .onDevice, answers: [.text([String(text.dropFirst(cut))])])
      )
      let (texts, response) = try await read(session)
      XCTAssertTrue(texts.contains(String(text.prefix(cut))), "round \(round)")
      XCTAssertEqual(response.text, text, "round \(round)")
    }
  }
}
