import HybridInference
import TestSupport
import XCTest

/// Turns with tools, whole and streamed.
final class ToolTurnTests: XCTestCase {
  /// Calls run concurrently; their results go back together, in order, with ids (C3), and signatures
  /// stay where they were (C1).
  func testCallsOfOneAnswerRunTogetherAndGoBackInOrder() async throws {
    let parts: [Part] = [
      .text("Let me see. "), .call(city: "Rome", id: "1", signature: "s"),
      .call("get_time", city: "Oslo", id: "2"), .call(city: "Brest", id: "3"),
    ]
    for streams in [false, true] {
      let meeting = Meeting(of: 3)
      let weather = ScriptedTool { city in
        try await meeting.arrive()
        return ["sky": .init(kind: .string(city))]
      }
      let time = ScriptedTool("get_time") { _ in
        try await meeting.arrive()
        return "noon"
      }
      let model = ScriptedModel("scripted", answers: [.parts(parts), .text(["It is ", "fine."])])
      let session = GenerativeModelSession(model: model, tools: [weather, time])

      let response = try await session.answer("Weather?", streams: streams)

      XCTAssertEqual(response.content, "Let me see. It is fine.")
      XCTAssertEqual(response.rawResponse.text, response.content)
      XCTAssertEqual(response.rawContent.stringValue, response.content)
      XCTAssertEqual(response.rawResponse.functionCalls.map(\.id), ["1", "2", "3"])
      XCTAssertEqual(
        session.transcript.map(\.content),
        [
          .init(parts: [.text("Weather?")]), .init(role: .model, parts: parts),
          .init(parts: [
            .functionResponse(.init(name: "get_weather", response: ["sky": "Rome"], id: "1")),
            .functionResponse(.init(name: "get_time", response: ["result": "noon"], id: "2")),
            .functionResponse(.init(name: "get_weather", response: ["sky": "Brest"], id: "3")),
          ]), .init(role: .model, parts: [.text("It is fine.")]),
        ]
      )
      XCTAssertEqual(
        session.transcript.map(\.modelVersion),
        [nil, "scripted", nil, "scripted"]
      )
      XCTAssertEqual(model.requests.count, 2)
      XCTAssertEqual(Array(model.requests[1].transcript), Array(session.transcript.dropLast()))
      XCTAssertFalse(session.isResponding)
    }
  }

  /// The next turn sees all of it, at once (C8, C9).
  func testLaterTurnsSeeTheRounds() async throws {
    for streams in [false, true] {
      let model = ScriptedModel(
        "scripted",
        answers: [
          .parts([.call()]), .parts([.call(city: "Oslo")]), .text(["Fine."]), .text(["Bye."]),
        ]
      )
      let session = GenerativeModelSession(model: model, tools: [ScriptedTool()])
      _ = try await session.answer("Weather?", streams: streams)
      XCTAssertEqual(session.transcript.count, 6)
      _ = try await session.answer("Thanks", streams: streams)
      XCTAssertEqual(session.transcript.count, 8)
      XCTAssertEqual(Array(model.requests[3].transcript), Array(session.transcript.dropLast()))
    }
  }

  func testUsageAndRouteAreThoseOfAllRounds() async throws {
    let usages = [
      UsageMetadata(
        promptTokenCount: 10,
        candidatesTokenCount: 2,
        totalTokenCount: 12,
        promptTokensDetails: [.init(modality: .text, tokenCount: 10)]
      ),
      UsageMetadata(
        promptTokenCount: 20,
        candidatesTokenCount: 3,
        thoughtsTokenCount: 4,
        totalTokenCount: 27,
        promptTokensDetails: [
          .init(modality: .image, tokenCount: 5), .init(modality: .text, tokenCount: 15),
        ]
      ),
    ]
    for streams in [false, true] {
      let model = ScriptedModel(
        "scripted",
        answers: [
          .parts([.call()], usage: usages[0]), .parts([.text("Fine.")], usage: usages[1]),
        ]
      )
      let session = GenerativeModelSession(model: model, tools: [ScriptedTool()])
      let response = try await session.answer("Weather?", streams: streams).rawResponse
      XCTAssertEqual(
        response.usageMetadata,
        UsageMetadata(
          promptTokenCount: 30,
          candidatesTokenCount: 5,
          thoughtsTokenCount: 4,
          totalTokenCount: 39,
          promptTokensDetails: [
            .init(modality: .text, tokenCount: 25), .init(modality: .image, tokenCount: 5),
          ]
        )
      )
      XCTAssertEqual(response.route.map(\.outcome), [.answered, .answered])
      XCTAssertEqual(response.candidates.map(\.finishReason), [.stop])
    }
  }

  func testOutputsOfAnyTypeGoBackAsObjects() async throws {
    let outputs: [(GeneratedContent, GeneratedContent)] = [
      (["a": [1, 2]], ["a": [1, 2]]), ([:], [:]), ("text", ["result": "text"]), (7, ["result": 7]),
      ([1, "a"], ["result": [1, "a"]]), (.init(kind: .null), ["result": .init(kind: .null)]),
      (true, ["result": true]),
    ]
    for (output, expected) in outputs {
      let model = ScriptedModel("scripted", answers: [.parts([.call()]), .text(["Fine."])])
      let session = GenerativeModelSession(model: model, tools: [ScriptedTool { _ in output }])
      try await session.respond(to: "Weather?")
      XCTAssertEqual(Self.results(in: session.transcript), [expected])
    }
  }

  /// A structured answer is the last one; what was said before calls is no part of it.
  func testTheSchemaIsForTheLastAnswer() async throws {
    struct Weather: Generable, Equatable {
      var sky: String
      var degrees: Int
    }
    let answers: [ScriptedModel.Answer] = [
      .parts([.text("Let me look {"), .call()]),
      .text(["{\"sky\":\"bl", "ue\",\"degrees\":2", "0}"]),
    ]
    let session = GenerativeModelSession(
      model: ScriptedModel("scripted", answers: answers + answers),
      tools: [ScriptedTool()]
    )
    let whole = try await session.respond(to: "Weather?", generating: Weather.self)
    let stream = session.streamResponse(to: "Weather?", generating: Weather.self)
    var seen: [String] = []
    for try await snapshot in stream { seen.append(snapshot.content.jsonString) }
    let streamed = try await stream.collect()

    for response in [whole, streamed] {
      XCTAssertEqual(response.content, Weather(sky: "blue", degrees: 20))
      XCTAssertTrue(response.rawResponse.text.hasPrefix("Let me look {"))
    }
    XCTAssertEqual(
      seen,
      [#"{"sky":"bl"}"#, #"{"sky":"blue"}"#]
        + Array(repeating: #"{"sky":"blue","degrees":20}"#, count: 2)
    )
    XCTAssertEqual(session.transcript.count, 8)
    XCTAssertEqual(session.transcript.last?.text, #"{"sky":"blue","degrees":20}"#)
  }

  func testAStructuredAnswerAfterToolsIsRepairedWithoutMoreCalls() async throws {
    let tool = ScriptedTool()
    let model = ScriptedModel(
      "scripted",
      answers: [.parts([.text("Hm. "), .call()]), .text(["{"]), .text(["[1]"])]
    )
    let session = GenerativeModelSession(model: model, tools: [tool])
    let response = try await session.respond(
      to: "Weather?",
      generating: [Int].self,
      options: .default.repairingStructuredOutput()
    )
    XCTAssertEqual(response.content, [1])
    XCTAssertEqual(response.rawResponse.text, "Hm. [1]")
    XCTAssertEqual(model.requests.map(\.options.tools.mode), [.default, .default, .none])
    XCTAssertEqual(model.requests[2].transcript.count, 5)
    XCTAssertEqual(session.transcript.map(\.text), ["Weather?", "Hm. ", "", "[1]"])
    XCTAssertEqual(tool.cities, ["Rome"])
  }

  /// Passages of the last round's sources are found in the whole text.
  func testSourcesOfTheLastRoundAreFoundInTheWholeText() async throws {
    var last = ScriptedModel.response([.text("Sunny. "), .text("Warm.")], finishReason: .stop)
    last.candidates[0].groundingMetadata = GroundingMetadata(groundingSupports: [
      .init(segment: .init(partIndex: 1, startIndex: 0, endIndex: 4), renderedParts: [1])
    ])
    last.candidates[0].citationMetadata = .init(citations: [.init(startIndex: 7, endIndex: 11)])
    for streams in [false, true] {
      let session = GenerativeModelSession(
        model: ScriptedModel(
          "scripted",
          answers: [.parts([.text("Let me see: "), .call(), .text("é ")]), .chunks([last])]
        ),
        tools: [ScriptedTool()]
      )
      let candidate = try await session.answer("Weather?", streams: streams).rawResponse.candidates[
        0
      ]
      let support = try XCTUnwrap(candidate.groundingMetadata?.groundingSupports.first)
      XCTAssertEqual(candidate.text(of: support.segment), "Warm")
      XCTAssertEqual(support.renderedParts, [4])
      let citation = try XCTUnwrap(candidate.citationMetadata?.citations.first)
      XCTAssertEqual(candidate.text(of: citation), "Warm")
    }
  }

  func testAToolMayNeedNoArguments() async throws {
    struct Clock: Tool {
      struct Arguments: Generable {}
      var name: String { "now" }
      var description: String { "The time." }
      func call(arguments: Arguments) async throws -> [String: Int] { ["hour": 12] }
    }
    for streams in [false, true] {
      let model = ScriptedModel(
        "scripted",
        answers: [.parts([.functionCall(.init(name: "now"))]), .text(["Noon."])]
      )
      let session = GenerativeModelSession(model: model, tools: [Clock()])
      let response = try await session.answer("Time?", streams: streams)
      XCTAssertEqual(response.content, "Noon.")
      XCTAssertEqual(Self.results(in: session.transcript), [["hour": 12]])
    }
  }

  /// Calls of an answer that was cut at the limit of tokens are whole, and are carried out.
  func testCallsOfACutAnswerAreCarriedOut() async throws {
    for streams in [false, true] {
      let cut = ScriptedModel.response([.text("Let me"), .call()], finishReason: .maxTokens)
      let model = ScriptedModel("scripted", answers: [.chunks([cut]), .text([" say: blue."])])
      let session = GenerativeModelSession(model: model, tools: [ScriptedTool()])
      let response = try await session.answer("Weather?", streams: streams)
      XCTAssertEqual(response.content, "Let me say: blue.")
      XCTAssertEqual(response.rawResponse.candidates.map(\.finishReason), [.stop])
    }
  }

  /// Without any function the session carries nothing out.
  func testCallsThatNobodyDeclaredAreTheAnswerWhereThereAreNoTools() async throws {
    for streams in [false, true] {
      let model = ScriptedModel("scripted", answers: [.parts([.text("Hm."), .call()])])
      let session = GenerativeModelSession(model: model, tools: [.googleSearch()])
      let response = try await session.answer("Hi", streams: streams)
      XCTAssertEqual(response.content, "Hm.")
      XCTAssertEqual(response.rawResponse.functionCalls.count, 1)
      XCTAssertEqual(session.transcript.count, 2)
    }
  }

  /// A function that only was declared ends the turn; the app answers with the result.
  func testTheAppCanCarryCallsOutItself() async throws {
    struct Declared: ToolRepresentable {
      var toolRepresentation: ToolRepresentation {
        .function(
          .init(name: "manual", description: "Does it.", parameters: .object(properties: [:]))
        )
      }
    }
    for streams in [false, true] {
      let model = ScriptedModel(
        "scripted",
        answers: [.parts([.call("manual", id: "7")]), .text(["Done."])]
      )
      let session = GenerativeModelSession(model: model, tools: [Declared()])
      let first = try await session.answer("Do it", streams: streams)
      XCTAssertEqual(first.content, "")
      XCTAssertEqual(first.rawResponse.functionCalls.map(\.id), ["7"])
      let result = Part.functionResponse(.init(name: "manual", response: ["done": true], id: "7"))
      let second = try await session.answer(result, streams: streams)
      XCTAssertEqual(second.content, "Done.")
      XCTAssertEqual(
        session.transcript.map(\.content.role),
        [.user, .model, .user, .model]
      )
    }
  }

  /// The results that the model was told, in order.
  static func results(in transcript: some Sequence<Transcript.Entry>) -> [GeneratedContent] {
    transcript.flatMap { $0.content.parts.compactMap { $0.functionResponse?.response } }
  }
}
