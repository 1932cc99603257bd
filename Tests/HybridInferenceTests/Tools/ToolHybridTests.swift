import HybridInference
import TestSupport
import XCTest

/// Turns with tools that several models answer (H6).
final class ToolHybridTests: XCTestCase {
  /// The primary calls a tool and then fails: the other model goes on with the result, and the tool
  /// does not run again; what the reader has seen stays.
  func testAToolTurnIsFinishedByTheOtherModel() async throws {
    for streams in [false, true] {
      let tool = ScriptedTool()
      let device = ScriptedModel(
        "device",
        source: .onDevice,
        answers: [
          .parts([.text("Let me see. "), .call(id: "1")]),
          .failure(GenerationError.internalError(reason: "broken")),
        ]
      )
      let cloud = ScriptedModel("cloud", answers: [.text(["It is ", "blue."])])
      let session = GenerativeModelSession(
        model: .hybridModel(primary: device, secondary: cloud),
        tools: [tool]
      )
      let response = try await LogRecorder().record {
        try await session.answer("Weather?", streams: streams)
      }
      XCTAssertEqual(tool.cities, ["Rome"])
      XCTAssertEqual(response.content, "Let me see. It is blue.")
      XCTAssertEqual(response.rawResponse.modelVersion, "cloud")
      XCTAssertEqual(response.rawResponse.inferenceSource, .inCloud)
      XCTAssertEqual(response.rawResponse.route.map(\.modelName), ["device", "device", "cloud"])
      XCTAssertEqual(
        response.rawResponse.route.map(\.outcome),
        [.answered, .failed, .answered]
      )
      XCTAssertEqual(session.transcript.map(\.modelVersion), [nil, "device", nil, "cloud"])
      XCTAssertEqual(cloud.requests.count, 1)
      XCTAssertEqual(Array(cloud.requests[0].transcript), Array(session.transcript.dropLast()))
    }
  }

  /// What the table does not fall back from ends the turn, after tools as before.
  func testTheTableHoldsForLaterRoundsToo() async throws {
    let failures: [(GenerationError, Bool)] = [
      (.offline(reason: "no network"), true), (.backend(.init(code: 500)), false),
      (.rateLimited(retryAfter: nil), false),
    ]
    for (failure, fallsBack) in failures {
      for streams in [false, true] {
        let tool = ScriptedTool()
        let cloud = ScriptedModel("cloud", answers: [.parts([.call()]), .failure(failure)])
        let device = ScriptedModel("device", source: .onDevice, answers: [.text(["Blue."])])
        let session = GenerativeModelSession(
          model: .hybridModel(primary: cloud, secondary: device),
          tools: [tool]
        )
        let result: Result<String, any Error>
        do {
          let response = try await LogRecorder().record {
            try await session.answer("Weather?", streams: streams)
          }
          result = .success(response.content)
        } catch {
          result = .failure(error)
        }
        XCTAssertEqual(try? result.get(), fallsBack ? "Blue." : nil)
        XCTAssertEqual(tool.cities, ["Rome"])
        XCTAssertEqual(session.transcript.count, fallsBack ? 4 : 0)
        XCTAssertEqual(device.requests.count, fallsBack ? 1 : 0)
      }
    }
  }

  /// A round that failed after it had given text is not begun again by another model.
  func testARoundThatHasGivenTextDoesNotFallBack() async throws {
    let device = ScriptedModel(
      "device",
      source: .onDevice,
      answers: [.parts([.call()]), .failure(GenerationError.timedOut, after: ["It"])]
    )
    let cloud = ScriptedModel("cloud")
    let session = GenerativeModelSession(
      model: .hybridModel(primary: device, secondary: cloud),
      tools: [ScriptedTool()]
    )
    await assertThrows(try await session.streamResponse(to: "Weather?").collect()) { error in
      XCTAssertEqual((error as? GenerationError)?.partialResponse?.text, "It")
    }
    XCTAssertTrue(cloud.requests.isEmpty)
    XCTAssertEqual(session.transcript.count, 0)
  }

  /// Each round goes to the preferred model again.
  func testTheOtherModelMayCallAndThePrimaryFinish() async throws {
    let device = ScriptedModel(
      "device",
      source: .onDevice,
      answers: [.failure(GenerationError.timedOut), .text(["Blue."])]
    )
    let cloud = ScriptedModel("cloud", answers: [.parts([.call(signature: "s")])])
    let session = GenerativeModelSession(
      model: .hybridModel(primary: device, secondary: cloud),
      tools: [ScriptedTool()]
    )
    let response = try await LogRecorder().record { try await session.respond(to: "Weather?") }
    XCTAssertEqual(response.rawResponse.modelVersion, "device")
    XCTAssertEqual(session.transcript.map(\.modelVersion), [nil, "cloud", nil, "device"])
    XCTAssertEqual(device.requests[1].transcript[1].content.parts, [.call(signature: "s")])
  }

  /// A model that reads text only.
  private struct TextOnlyModel: LanguageModel {
    let model = ScriptedModel("device", source: .onDevice, answers: [.text(["Fine."])])

    var modelName: String { model.modelName }
    var inferenceSource: InferenceSource { model.inferenceSource }

    func unsupportedReason(for request: ModelRequest) -> String? {
      let hasMedia = request.transcript.contains { entry in
        entry.content.parts.contains {
          if case .inlineData = $0.content { true } else { false }
        }
      }
      return hasMedia ? "images" : nil
    }

    func generateContent(_ request: ModelRequest) async throws -> GenerateContentResponse {
      try await model.generateContent(request)
    }

    func streamContent(
      _ request: ModelRequest
    ) -> AsyncThrowingStream<GenerateContentResponse, any Error> { model.streamContent(request) }

    func countTokens(_ request: ModelRequest) async throws -> CountTokensResponse {
      try await model.countTokens(request)
    }
  }

  /// The image of the prompt is still the prompt's after a tool has run; no note takes its place
  /// before the next turn.
  func testAnImageOfTheTurnIsNotReplacedAfterToolsHaveRun() async throws {
    for streams in [false, true] {
      let device = TextOnlyModel()
      let cloud = ScriptedModel("cloud", answers: [.parts([.call()]), .text(["A cat."])])
      let session = GenerativeModelSession(
        model: .hybridModel(
          primary: device,
          secondary: cloud,
          policy: HybridPolicy(replacesEarlierMedia: true)
        ),
        tools: [ScriptedTool()]
      )
      let image = Part.inlineData(.init([1]), mimeType: "image/png")
      try await LogRecorder().record {
        let first = try await session.answer([image, .text("What?")], streams: streams)
        XCTAssertEqual(first.rawResponse.modelVersion, "cloud")
        XCTAssertTrue(device.model.requests.isEmpty)
        XCTAssertEqual(cloud.requests.last?.transcript.first?.content.parts.first, image)
        let second = try await session.answer("Thanks", streams: streams)
        XCTAssertEqual(second.rawResponse.modelVersion, "device")
      }
      XCTAssertEqual(device.model.requests.count, 1)
    }
  }
}
