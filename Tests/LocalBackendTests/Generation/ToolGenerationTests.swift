import TestSupport
import XCTest

@testable import HybridInference
@testable import LocalBackend

/// Real weights that call functions.
final class ToolGenerationTests: XCTestCase {
  private func session(
    _ tools: [any ToolRepresentable],
    model: (any LanguageModel)? = nil,
    options: ToolOptions = .init(mode: .required)
  ) throws -> GenerativeModelSession {
    GenerativeModelSession(
      model: try model ?? TestModel.system(),
      tools: tools,
      instructions: "You tell the weather.",
      toolOptions: options
    )
  }

  /// A forced call has valid arguments, its result is told to the model, and the model answers.
  func testAForcedCallAndItsResult() async throws {
    let tool = ScriptedTool()
    for streams in [false, true] {
      let session = try session([tool])
      let response = try await session.answer(
        "What is the weather in Rome?",
        streams: streams,
        options: TestModel.greedy(60)
      )
      let transcript = session.transcript
      XCTAssertEqual(transcript.map(\.content.role), [.user, .model, .user, .model])
      let call = try XCTUnwrap(transcript[1].content.parts.last?.functionCall)
      let result = try XCTUnwrap(transcript[2].content.parts.first?.functionResponse)
      XCTAssertEqual(call.name, "get_weather")
      XCTAssertNotNil(call.id)
      XCTAssertEqual(call.id, result.id)
      XCTAssertNotNil(call.arguments["city"]?.stringValue)
      XCTAssertFalse(transcript[3].text.isEmpty)
      XCTAssertFalse(response.content.contains("tool_call"), response.content)
      XCTAssertEqual(response.rawResponse.functionCalls.count, 1)
    }
    XCTAssertEqual(tool.cities.count, 2)
  }

  /// The second round reads the call's result and no more, and so does the next turn.
  func testNothingIsReadTwice() async throws {
    let session = try session([ScriptedTool("twice")])
    var asked = try await session.respond(to: "Weather in Oslo?", options: TestModel.greedy(60))
    asked = try await session.respond(
      to: "Thanks.",
      options: TestModel.greedy(8).usingTools(.init(mode: .auto))
    )
    let usage = try XCTUnwrap(asked.rawResponse.usageMetadata)
    let read = usage.promptTokenCount - usage.cachedContentTokenCount
    XCTAssertLessThan(read, 24, "the new prompt and what the template writes around it")
    XCTAssertGreaterThan(usage.cachedContentTokenCount, 150)
  }

  func testTextWhereTheModelMayDecide() async throws {
    let tool = ScriptedTool()
    let session = try session([tool], options: .init())
    let response = try await session.respond(to: "Say hello.", options: TestModel.greedy(24))
    XCTAssertFalse(response.content.isEmpty)
    XCTAssertFalse(response.content.contains("<tool_call>"))
  }

  func testOnlyAllowedFunctions() async throws {
    let model = try TestModel.system()
    var request = TestModel.request("Call c.")
    request.tools = ["a", "b", "c"].map { ScriptedTool($0) }
    request.options.tools = .init(mode: .required, allowedNames: ["b"])
    var names: [String] = []
    for seed in 0..<4 as Range<UInt64> {
      request.options.foundationModels = .init(
        sampling: .random(top: 100, seed: seed),
        temperature: 1.5,
        maximumResponseTokens: 120
      )
      names += try await model.generateContent(request).functionCalls.map(\.name)
    }
    XCTAssertFalse(names.isEmpty, "all were cut")
    XCTAssertEqual(Set(names), ["b"])
  }

  /// A schema and functions: the answer is a call, or fits the schema.
  func testASchemaBesideFunctions() async throws {
    let model = try TestModel.system()
    var request = TestModel.request("Is it sunny in Rome?")
    request.tools = [ScriptedTool()]
    let schema = GenerationSchema.object(properties: ["isSunny": .boolean()])
    request.schema = schema
    for seed in 0..<8 as Range<UInt64> {
      request.options.foundationModels = .init(
        sampling: .random(top: 50, seed: seed),
        temperature: 1,
        maximumResponseTokens: 200
      )
      let response = try await model.generateContent(request)
      guard response.candidates.first?.finishReason == .stop else { continue }
      if let call = response.functionCalls.first {
        XCTAssertNotNil(call.arguments["city"]?.stringValue)
        XCTAssertEqual(response.text, "")
      } else {
        XCTAssertNoThrow(
          try SchemaValidator.check(GeneratedContent(json: response.text), fits: schema)
        )
      }
    }
  }

  /// A turn that another model began goes on here, and the tool does not run again; and back.
  func testATurnOfTwoModels() async throws {
    let device = try TestModel.system()
    let tool = ScriptedTool()
    let cloud = ScriptedModel(
      "cloud",
      source: .inCloud,
      answers: [.parts([.call(city: "Bern", id: "x")]), .failure(GenerationError.offline)]
    )
    let session = try session(
      [tool],
      model: HybridModel(primary: cloud, secondary: device),
      options: .init()
    )
    let response = try await LogRecorder().record {
      try await session.respond(to: "Weather in Bern?", options: TestModel.greedy(40))
    }
    XCTAssertEqual(tool.cities, ["Bern"])
    XCTAssertEqual(response.rawResponse.inferenceSource, .onDevice)
    XCTAssertEqual(session.transcript.compactMap(\.modelVersion), ["cloud", device.modelName])
  }

  func testWhatIsNotSupported() throws {
    let model = try TestModel.system()
    var request = TestModel.request("Hi")
    request.tools = [ScriptedTool()]
    XCTAssertNil(model.unsupportedReason(for: request))
    request.tools.append(ServerTool.googleSearch())
    XCTAssertEqual(model.unsupportedReason(for: request), "the server tool googleSearch")
  }

  /// A call that is cut is none: the app sees why the answer ended.
  func testACallThatIsCut() async throws {
    let tool = ScriptedTool()
    let session = try session([tool])
    let response = try await session.respond(to: "Weather in Rome?", options: TestModel.greedy(9))
    XCTAssertEqual(response.rawResponse.candidates.first?.finishReason, .maxTokens)
    XCTAssertEqual(response.content, "")
    XCTAssertTrue(tool.cities.isEmpty)
  }
}
