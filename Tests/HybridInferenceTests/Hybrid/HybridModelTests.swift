import HybridInference
import TestSupport
import XCTest

/// The policy table, with scripted models: each row for whole and for streamed answers.
final class HybridModelTests: XCTestCase {
  private struct Row {
    var name: String
    var primary: ScriptedModel
    /// Who answers; `nil`: the primary's error is thrown.
    var answeredBy: String?
  }

  private func rows() -> [Row] {
    let failures: [(String, GenerationError)] = [
      ("offline", .offline), ("timed out", .timedOut), ("connection lost", .connectionLost),
      ("400", .backend(.init(code: 400))), ("404", .backend(.init(code: 404))),
      ("429", .rateLimited(retryAfter: .seconds(1))), ("500", .backend(.init(code: 500))),
      ("bad answer", .decodingFailure), ("too long", .exceededContextWindowSize),
      ("internal", .internalError),
    ]
    var rows: [Row] = []
    for source in [InferenceSource.onDevice, .inCloud] {
      let falls = source == .onDevice
      func add(_ name: String, _ primary: ScriptedModel, falls: Bool) {
        rows.append(
          Row(name: "\(source) \(name)", primary: primary, answeredBy: falls ? "second" : nil)
        )
      }
      for (name, error) in failures {
        add(
          name,
          ScriptedModel("first", source: source, answers: [.failure(error)]),
          falls: falls || name == "offline"
        )
      }
      add(
        "unavailable",
        ScriptedModel("first", source: source, availability: .unavailable(.modelNotReady)),
        falls: falls
      )
      add(
        "unsupported",
        ScriptedModel("first", source: source, unsupported: "images"),
        falls: falls
      )
      add(
        "blocked",
        ScriptedModel(
          "first",
          source: source,
          answers: [.chunks([.init(promptFeedback: .init(blockReason: .other))])]
        ),
        falls: falls
      )
      add(
        "stopped before any text",
        ScriptedModel(
          "first",
          source: source,
          answers: [.chunks([.init(candidates: [.init(finishReason: .safety)])])]
        ),
        falls: falls
      )
      rows.append(
        Row(
          name: "\(source) good",
          primary: ScriptedModel("first", source: source),
          answeredBy: "first"
        )
      )
    }
    return rows
  }

  func testPolicyTable() async throws {
    for streams in [false, true] {
      for row in rows() { try await check(row, streams: streams) }
    }
  }

  private func check(_ row: Row, streams: Bool) async throws {
    let second = ScriptedModel(
      "second",
      source: row.primary.inferenceSource == .onDevice ? .inCloud : .onDevice,
      answers: [.text(["from ", "second"])]
    )
    let session = GenerativeModelSession(
      model: .hybridModel(primary: row.primary, secondary: second)
    )
    let log = LogRecorder()

    await log.record {
      do {
        let response = try await session.answer("Hi", streams: streams).rawResponse
        XCTAssertEqual(response.modelVersion, row.answeredBy, row.name)
        let isSecond = row.answeredBy == "second"
        XCTAssertEqual(
          response.inferenceSource,
          isSecond ? second.inferenceSource : row.primary.inferenceSource,
          row.name
        )
        XCTAssertEqual(
          response.route.map(\.modelName),
          isSecond ? ["first", "second"] : ["first"],
          row.name
        )
        XCTAssertEqual(response.route.last?.outcome, .answered, row.name)
        XCTAssertEqual(session.transcript.count, 2, row.name)
        XCTAssertEqual(session.transcript.last?.modelVersion, row.answeredBy, row.name)
      } catch {
        XCTAssertNil(row.answeredBy, "\(row.name): \(error)")
        if case GenerationError.allModelsFailed = error { XCTFail("\(row.name): \(error)") }
        XCTAssertTrue(error is GenerationError, row.name)
        XCTAssertEqual(session.transcript.count, 0, row.name)
      }
    }

    XCTAssertEqual(log.errors.count, row.answeredBy == "second" ? 1 : 0, row.name)
    for line in log.errors {
      XCTAssertTrue(line.contains("first") && line.contains("second"), line)
      XCTAssertFalse(line.contains("\n"))
    }
    XCTAssertEqual(second.requests.count, row.answeredBy == "second" ? 1 : 0, row.name)
    XCTAssertFalse(session.isResponding)
  }

  func testNoFallbackOnceContentWasGiven() async throws {
    for source in [InferenceSource.onDevice, .inCloud] {
      let first = ScriptedModel(
        "first",
        source: source,
        answers: [.failure(GenerationError.offline, after: ["a"])]
      )
      let second = ScriptedModel("second")
      let session = GenerativeModelSession(
        model: .hybridModel(primary: first, secondary: second)
      )
      await assertThrows(try await session.streamResponse(to: "Hi").collect()) { error in
        guard case GenerationError.offline = error else { return XCTFail("\(error)") }
      }
      XCTAssertTrue(second.requests.isEmpty)
    }
  }

  func testPiecesWithoutContentLeaveNothingBehindAfterAFallback() async throws {
    var empty = GenerateContentResponse(usageMetadata: .init(totalTokenCount: 77))
    empty.responseID = "first's"
    let first = ScriptedModel("first", source: .onDevice, answers: [.chunks([empty])])
    let session = GenerativeModelSession(
      model: .hybridModel(primary: first, secondary: ScriptedModel("second"))
    )
    let response = try await LogRecorder().record {
      try await session.streamResponse(to: "Hi").collect().rawResponse
    }
    XCTAssertEqual(response.modelVersion, "second")
    XCTAssertNil(response.usageMetadata)
    XCTAssertNil(response.responseID)
    XCTAssertEqual(response.route.map(\.outcome), [.failed, .answered])
  }

  func testBothFailTellsBothErrors() async throws {
    let first = ScriptedModel(
      "first",
      source: .onDevice,
      availability: .unavailable(.modelNotReady)
    )
    let second = ScriptedModel(
      "second",
      answers: [.failure(GenerationError.backend(.init(code: 404, message: "no model")))]
    )
    let session = GenerativeModelSession(model: .hybridModel(primary: first, secondary: second))
    for streams in [false, true] {
      try await LogRecorder().record {
        await assertThrows(try await session.answer("Hi", streams: streams)) { error in
          guard case GenerationError.allModelsFailed(let attempts) = error else {
            return XCTFail("\(error)")
          }
          XCTAssertEqual(attempts.map(\.modelName), ["first", "second"])
          XCTAssertEqual(attempts.map(\.outcome), [.unavailable, .failed])
          guard case .assetsUnavailable(.modelNotReady, _)? = attempts[0].error,
            case .backend(let backend)? = attempts[1].error
          else { return XCTFail("\(error)") }
          XCTAssertEqual(backend.code, 404)
          let text = error.localizedDescription
          XCTAssertTrue(text.contains("first") && text.contains("second"), text)
          XCTAssertTrue(text.contains("not installed") && text.contains("404"), text)
        }
      }
    }
  }

  func testCancellationNeverFallsBack() async throws {
    let first = ScriptedModel("first", source: .onDevice, answers: [.hang()])
    let second = ScriptedModel("second")
    let session = GenerativeModelSession(model: .hybridModel(primary: first, secondary: second))
    for streams in [false, true] {
      let count = first.requests.count
      let task = Task { try await session.answer("Hi", streams: streams) }
      try await waitUntil("the first model is asked") { first.requests.count > count }
      task.cancel()
      await assertThrows(try await task.value) { XCTAssertTrue($0 is CancellationError) }
    }
    try await waitUntil("both were stopped") { first.cancellations == 2 }
    XCTAssertTrue(second.requests.isEmpty)
  }

  func testThirdTurnFallsBackWithTheWholeConversation() async throws {
    let first = ScriptedModel(
      "first",
      source: .onDevice,
      answers: [.text(["one"]), .text(["two"]), .failure(GenerationError.internalError)]
    )
    let second = ScriptedModel("second", answers: [.text(["three"])])
    let session = GenerativeModelSession(
      model: .hybridModel(primary: first, secondary: second),
      instructions: "Be brief."
    )

    try await LogRecorder().record {
      for prompt in ["a", "b", "c"] { try await session.respond(to: prompt) }
    }

    XCTAssertEqual(second.requests[0].transcript.map(\.text), ["a", "one", "b", "two", "c"])
    XCTAssertEqual(second.requests[0].transcript.instructions, "Be brief.")
    XCTAssertEqual(
      session.transcript.compactMap(\.modelVersion),
      ["first", "first", "second"]
    )
  }

  func testHybridsNestAndTheRouteTellsAll() async throws {
    let device = ScriptedModel("device", source: .onDevice, unsupported: "images")
    let near = ScriptedModel("near", answers: [.failure(GenerationError.offline)])
    let far = ScriptedModel("far", source: .onDevice, answers: [.text(["far"])])
    let inner = HybridModel(primary: device, secondary: near)
    let session = GenerativeModelSession(model: .hybridModel(primary: inner, secondary: far))

    let response = try await LogRecorder().record {
      try await session.respond(to: "Hi").rawResponse
    }

    XCTAssertEqual(response.modelVersion, "far")
    XCTAssertEqual(response.route.last?.modelName, "far")
    let text = response.route.compactMap(\.error?.description).joined()
    XCTAssertTrue(text.contains("images") && text.contains("No connection"), text)
  }

  func testAvailabilityOfAHybridIsThatOfAModelThatMayAnswer() {
    func hybrid(_ first: ScriptedModel, _ second: ScriptedModel) -> HybridModel {
      HybridModel(primary: first, secondary: second)
    }
    let gone = Availability.unavailable(.modelNotReady)
    let device = ScriptedModel("d", source: .onDevice)
    let noDevice = ScriptedModel("d", source: .onDevice, availability: gone)
    let cloud = ScriptedModel("c")
    let noCloud = ScriptedModel("c", availability: gone)
    XCTAssertTrue(hybrid(device, noCloud).isAvailable)
    XCTAssertTrue(hybrid(noDevice, cloud).isAvailable)
    XCTAssertFalse(hybrid(noDevice, noCloud).isAvailable)
    XCTAssertTrue(hybrid(cloud, noDevice).isAvailable)
    XCTAssertFalse(hybrid(noCloud, device).isAvailable)
  }

  func testModelThatComesBackAnswersTheNextTurn() async throws {
    let first = ScriptedModel(
      "first",
      source: .onDevice,
      availability: .unavailable(.modelNotReady)
    )
    let session = GenerativeModelSession(
      model: .hybridModel(primary: first, secondary: ScriptedModel("second"))
    )
    try await LogRecorder().record {
      let before = try await session.respond(to: "Hi").rawResponse.modelVersion
      first.availability = .available
      let after = try await session.respond(to: "Hi").rawResponse.modelVersion
      XCTAssertEqual([before, after], ["second", "first"])
    }
  }
}
