import HybridInference
import TestSupport
import XCTest

final class RespondTests: XCTestCase {
  func testAnswerIsStampedAndJoinsTheTranscript() async throws {
    let model = ScriptedModel("scripted", source: .onDevice)
    let session = GenerativeModelSession(model: model, instructions: "Be brief.")

    let response = try await session.respond(to: "Hi")

    XCTAssertEqual(response.content, "Hello there")
    XCTAssertEqual(response.rawContent.stringValue, "Hello there")
    XCTAssertTrue(response.rawContent.isComplete)
    XCTAssertEqual(response.rawResponse.modelVersion, "scripted")
    XCTAssertEqual(response.rawResponse.inferenceSource, .onDevice)
    XCTAssertEqual(response.rawResponse.route.map(\.modelName), ["scripted"])
    XCTAssertEqual(response.rawResponse.route.map(\.outcome), [.answered])
    XCTAssertEqual(session.transcript.map(\.text), ["Hi", "Hello there"])
    XCTAssertEqual(session.transcript.map(\.modelVersion), [nil, "scripted"])
    XCTAssertEqual(session.transcript.map(\.content.role), [.user, .model])
    XCTAssertEqual(session.transcript.instructions, "Be brief.")
  }

  func testEachTurnAddsOnePromptAndOneAnswerAndSeesTheEarlierOnes() async throws {
    let model = ScriptedModel("scripted", answers: [.text(["one"]), .text(["two"]), .text(["3"])])
    let session = GenerativeModelSession(model: model)

    for turn in 1...3 {
      try await session.respond(to: "prompt \(turn)")
      XCTAssertEqual(session.transcript.count, 2 * turn)
    }

    XCTAssertEqual(
      model.requests.map { $0.transcript.map(\.text) },
      [
        ["prompt 1"],
        ["prompt 1", "one", "prompt 2"],
        ["prompt 1", "one", "prompt 2", "two", "prompt 3"],
      ]
    )
  }

  func testPromptOfSeveralPartsKeepsTheirOrder() async throws {
    let model = ScriptedModel("scripted")
    let session = GenerativeModelSession(model: model)
    let image = Part.inlineData(.init([1, 2]), mimeType: "image/png")

    try await session.respond(to: "What is", image, ["this", "thing"], [Part.text("?")])

    XCTAssertEqual(
      model.requests[0].transcript.last?.content.parts,
      [.text("What is"), image, .text("this"), .text("thing"), .text("?")]
    )
  }

  func testBackendsOwnModelVersionWins() async throws {
    var answer = ScriptedModel.chunk("hi", finishReason: .stop)
    answer.modelVersion = "scripted-0042"
    let session = GenerativeModelSession(
      model: ScriptedModel("scripted", answers: [.chunks([answer])])
    )

    let response = try await session.respond(to: "Hi")

    XCTAssertEqual(response.rawResponse.modelVersion, "scripted-0042")
    XCTAssertEqual(session.transcript.last?.modelVersion, "scripted-0042")
  }

  func testEmptyPromptIsRefusedBeforeTheModelIsAsked() async throws {
    let model = ScriptedModel("scripted")
    let session = GenerativeModelSession(model: model)
    let prompts: [[Part]] = [[], [.text("")], [.text(""), .text("")]]

    for prompt in prompts {
      await assertThrows(try await session.respond(to: prompt)) { error in
        guard case GenerationError.invalidRequest(field: "prompt", _) = error else {
          return XCTFail("\(error)")
        }
      }
    }

    XCTAssertTrue(model.requests.isEmpty)
    XCTAssertFalse(session.isResponding)
    try await session.respond(to: "Hi")
  }

  func testUnavailableAndUnsupportedAreErrorsOfTheirOwn() async throws {
    let absent = ScriptedModel("a", availability: .unavailable(.deviceNotEligible))
    await assertThrows(try await GenerativeModelSession(model: absent).respond(to: "Hi")) {
      guard case GenerationError.assetsUnavailable(.deviceNotEligible, _) = $0 else {
        return XCTFail("\($0)")
      }
    }
    let narrow = ScriptedModel("b", unsupported: "images")
    await assertThrows(try await GenerativeModelSession(model: narrow).respond(to: "Hi")) {
      guard case GenerationError.unsupportedPromptContent("images") = $0 else {
        return XCTFail("\($0)")
      }
    }
    XCTAssertTrue(absent.requests.isEmpty)
    XCTAssertTrue(narrow.requests.isEmpty)
  }

  func testFinishReasons() async throws {
    for reason in [FinishReason.stop, .maxTokens] {
      let session = Self.session(finishing: reason)
      let response = try await session.respond(to: "Hi")
      XCTAssertEqual(response.rawResponse.candidates[0].finishReason, reason)
      XCTAssertEqual(session.transcript.count, 2)
    }
    for reason in [FinishReason.safety, .malformedFunctionCall, .init(rawValue: "BRAND_NEW")] {
      let session = Self.session(finishing: reason)
      await assertThrows(try await session.respond(to: "Hi")) { error in
        guard case GenerationError.responseStoppedEarly(reason, let response) = error else {
          return XCTFail("\(error)")
        }
        XCTAssertEqual(response.text, "part")
        XCTAssertEqual(response.modelVersion, "scripted")
      }
      XCTAssertEqual(session.transcript.count, 0)
    }
  }

  func testBlockedPromptAndEmptyAnswer() async throws {
    let blocked = GenerateContentResponse(promptFeedback: .init(blockReason: .safety))
    let session = GenerativeModelSession(
      model: ScriptedModel(
        "scripted",
        answers: [
          .chunks([blocked]), .chunks([.init()]), .chunks([.init(candidates: [.init()])]),
        ]
      )
    )
    await assertThrows(try await session.respond(to: "Hi")) { error in
      guard case GenerationError.promptBlocked(let response) = error else {
        return XCTFail("\(error)")
      }
      XCTAssertEqual(response.promptFeedback?.blockReason, .safety)
      XCTAssertEqual(response.modelVersion, "scripted")
    }
    for _ in 1...2 {
      await assertThrows(try await session.respond(to: "Hi")) { error in
        guard case GenerationError.decodingFailure = error else { return XCTFail("\(error)") }
      }
    }
  }

  func testFailureLeavesTheConversationAsItWas() async throws {
    let model = ScriptedModel(
      "scripted",
      answers: [.text(["one"]), .failure(GenerationError.offline), .text(["two"])]
    )
    let session = GenerativeModelSession(model: model)
    try await session.respond(to: "first")
    let before = session.transcript

    await assertThrows(try await session.respond(to: "second")) { error in
      guard case GenerationError.offline = error else { return XCTFail("\(error)") }
    }

    XCTAssertEqual(session.transcript, before)
    try await session.respond(to: "second")
    XCTAssertEqual(session.transcript.map(\.text), ["first", "one", "second", "two"])
  }

  func testForeignErrorIsNamedButNotQuoted() async throws {
    struct Leak: Error, CustomStringConvertible {
      let description = "the prompt was: my secret"
    }
    let session = GenerativeModelSession(
      model: ScriptedModel("scripted", answers: [.failure(Leak())])
    )
    await assertThrows(try await session.respond(to: "my secret")) { error in
      guard case GenerationError.internalError(let reason, _) = error else {
        return XCTFail("\(error)")
      }
      XCTAssertTrue(reason.contains("Leak"))
      XCTAssertFalse("\(error) \(error.localizedDescription)".contains("secret"))
    }
  }

  func testSecondPromptAtOnceIsRefused() async throws {
    let model = ScriptedModel("scripted", answers: [.hang(), .text(["ok"])])
    let session = GenerativeModelSession(model: model)
    let first = Task { try await session.respond(to: "first") }
    try await waitUntil("the first prompt is with the model") { model.requests.count == 1 }
    XCTAssertTrue(session.isResponding)

    await assertThrows(try await session.respond(to: "second")) { error in
      guard case GenerationError.concurrentRequests = error else { return XCTFail("\(error)") }
    }

    XCTAssertTrue(session.isResponding)
    first.cancel()
    await assertThrows(try await first.value) { XCTAssertTrue($0 is CancellationError) }
    XCTAssertFalse(session.isResponding)
    XCTAssertEqual(model.cancellations, 1)
    XCTAssertEqual(session.transcript.count, 0)
    try await session.respond(to: "third")
    XCTAssertEqual(session.transcript.map(\.text), ["third", "ok"])
  }

  func testRestoredConversationGoesOnWithAnotherModel() async throws {
    let first = GenerativeModelSession(
      model: ScriptedModel("a", answers: [.text(["one"])]),
      instructions: "Be brief."
    )
    try await first.respond(to: "first")
    let saved = try JSONEncoder().encode(first.transcript)

    let other = ScriptedModel("b", answers: [.text(["two"])])
    let second = GenerativeModelSession(
      model: other,
      transcript: try JSONDecoder().decode(Transcript.self, from: saved)
    )
    try await second.respond(to: "second")

    XCTAssertEqual(other.requests[0].transcript.map(\.text), ["first", "one", "second"])
    XCTAssertEqual(other.requests[0].transcript.instructions, "Be brief.")
    XCTAssertEqual(second.transcript.map(\.modelVersion), [nil, "a", nil, "b"])
  }

  func testCountTokensSeesTheConversationAndChangesNothing() async throws {
    let session = GenerativeModelSession(
      model: ScriptedModel("scripted", answers: [.text(["123"])])
    )
    try await session.respond(to: "12345")
    let count = try await session.countTokens("1234567")
    XCTAssertEqual(count.totalTokens, 15)
    XCTAssertEqual(session.transcript.count, 2)
  }

  func testOptionsReachTheModel() async throws {
    let model = ScriptedModel("scripted")
    let session = GenerativeModelSession(model: model)
    let config = GenerationConfig(temperature: 0.8, thinkingConfig: .init(thinkingLevel: .high))
    let options = GenerationOptions(sampling: .random(top: 4, seed: 7), temperature: 0.8)

    try await session.respond(
      to: "Hi",
      options: .hybrid(gemini: config, foundationModels: options)
    )
    try await session.respond(to: "Hi", options: .gemini(config))
    try await session.respond(to: "Hi", options: config)
    try await session.respond(to: "Hi", options: .foundationModels(options))
    try await session.respond(to: "Hi", options: options)
    try await session.respond(to: "Hi")

    XCTAssertEqual(
      model.requests.map(\.options.gemini),
      [config, config, config, nil, nil, nil]
    )
    XCTAssertEqual(
      model.requests.map(\.options.foundationModels),
      [options, nil, nil, options, options, nil]
    )
  }

  private static func session(finishing reason: FinishReason) -> GenerativeModelSession {
    GenerativeModelSession(
      model: ScriptedModel(
        "scripted",
        answers: [.chunks([ScriptedModel.chunk("part", finishReason: reason)])]
      )
    )
  }
}
