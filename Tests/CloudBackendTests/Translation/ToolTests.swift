import Foundation
import HybridInference
import TestSupport
import XCTest

@testable import CloudBackend

final class ToolTests: CloudTestCase {
  private let weather = Declared(
    name: "get_weather",
    parameters: .object(properties: ["city": .string()])
  )

  func testSendsToolsOfAllKinds() async throws {
    let tools: [any ToolRepresentable] = [
      ServerTool.googleSearch(), weather, ServerTool.codeExecution(), ServerTool.urlContext(),
      Declared(name: "now"), ServerTool.googleMaps(),
      Declared(name: "then", parameters: .object(properties: [:])),
    ]
    _ = try await model().generateContent(.prompt("Hi", tools: tools))
    let sent = try await server?.requests().first?.body?["tools"]
    let declarations: GeneratedContent = [
      [
        "name": "get_weather", "description": "Does it.",
        "parametersJsonSchema": [
          "type": "object", "properties": ["city": ["type": "string"]], "required": ["city"],
          "propertyOrdering": ["city"],
        ],
      ], ["name": "now", "description": "Does it."], ["name": "then", "description": "Does it."],
    ]
    XCTAssertEqual(
      sent,
      [
        ["functionDeclarations": declarations], ["googleSearch": [:]], ["codeExecution": [:]],
        ["urlContext": [:]], ["googleMaps": [:]],
      ]
    )
  }

  func testSendsToolConfigAndSafetySettings() async throws {
    let model = GeminiModel(
      name: "models/gemini-2.5-flash",
      api: try api("echo"),
      safetySettings: [
        SafetySetting(harmCategory: .harassment, threshold: .blockOnlyHigh),
        SafetySetting(harmCategory: .hateSpeech, threshold: .off),
      ],
      toolConfig: ToolConfig(
        functionCallingConfig: .any(allowedFunctionNames: ["get_weather"]),
        retrievalConfig: RetrievalConfig(latitude: 48.1, longitude: 11.6, languageCode: "de")
      )
    )
    XCTAssertEqual(model.modelName, "gemini-2.5-flash")
    _ = try await model.generateContent(.prompt("Hi", tools: [weather]))
    _ = try await model.generateContent(.prompt("Without functions"))
    _ = try await model.countTokens(.prompt("Hi", tools: [weather]))
    let bodies = try await server?.requests().compactMap(\.body) ?? []
    XCTAssertEqual(
      bodies.first?["toolConfig"]?["functionCallingConfig"],
      ["mode": "ANY", "allowedFunctionNames": ["get_weather"]]
    )
    XCTAssertEqual(
      bodies.first?["toolConfig"]?["retrievalConfig"],
      ["latLng": ["latitude": 48.1, "longitude": 11.6], "languageCode": "de"]
    )
    XCTAssertEqual(
      bodies.first?["safetySettings"],
      [
        ["category": "HARM_CATEGORY_HARASSMENT", "threshold": "BLOCK_ONLY_HIGH"],
        ["category": "HARM_CATEGORY_HATE_SPEECH", "threshold": "OFF"],
      ]
    )
    XCTAssertEqual(bodies.count, 3)
  }

  func testSendsEveryModeOfFunctionCalling() async throws {
    for (config, sent) in [
      (.auto(), ["mode": "AUTO"]), (.none(), ["mode": "NONE"]), (.any(), ["mode": "ANY"]),
      (.validated(), ["mode": "VALIDATED"]),
      (
        .validated(allowedFunctionNames: ["get_weather"]),
        ["mode": "VALIDATED", "allowedFunctionNames": ["get_weather"]]
      ),
    ] as [(FunctionCallingConfig, GeneratedContent)] {
      let model = GeminiModel(
        name: "gemini-2.5-flash",
        api: try api("echo"),
        toolConfig: ToolConfig(functionCallingConfig: config)
      )
      _ = try await model.generateContent(.prompt("Hi", tools: [weather]))
      let body = try await server?.requests().last?.body
      XCTAssertEqual(body?["toolConfig"], ["functionCallingConfig": sent])
    }
  }

  /// Where a safety setting may say how harm is judged: on Vertex.
  func testSendsTheMethodOfASafetySetting() async throws {
    let setting = SafetySetting(
      harmCategory: .dangerousContent,
      threshold: .blockLowAndAbove,
      method: .severity
    )
    let model = GeminiModel(
      name: "gemini-2.5-flash",
      api: .vertex(project: "p", location: "l", baseURL: try XCTUnwrap(server).baseURL) {
        OracleServer.accessToken
      },
      safetySettings: [setting]
    )
    let wire = try Wire.Request(.prompt("Hi"), to: model)
    let sent = try JSONDecoder().decode(GeneratedContent.self, from: JSONEncoder().encode(wire))
    XCTAssertEqual(
      sent["safetySettings"],
      [
        [
          "category": "HARM_CATEGORY_DANGEROUS_CONTENT", "threshold": "BLOCK_LOW_AND_ABOVE",
          "method": "SEVERITY",
        ]
      ]
    )
  }

  func testRefusesToolsThatCannotBe() async throws {
    let long = String(repeating: "a", count: 65)
    for tools in [["1a"], ["a b"], [""], [long], ["é"], ["a", "a"]] {
      let tools = tools.map { Declared(name: $0) }
      await assertThrows(try await model().generateContent(.prompt("Hi", tools: tools))) { error in
        guard case .invalidRequest("tools", _)? = error as? GenerationError else {
          return XCTFail("\(error)")
        }
      }
    }
    let sent = try await server?.requests().count
    XCTAssertEqual(sent, 0)
  }

  /// A call, its signature and its id go back as they came, streamed or not (C1, C3).
  func testFunctionCallsGoBackAsTheyCame() async throws {
    for name in ["gemini-3-pro-preview", "gemini-2.5-flash"] {
      for streams in [false, true] {
        try await server?.reset()
        let model = try model("parallel_function_calls", ["thoughts": true], name: name)
        let other = Declared(name: "get_time", parameters: .object(properties: ["zone": .string()]))
        var request = ModelRequest.prompt("Weather?", tools: [weather, other])
        let answer =
          streams
          ? try await model.streamContent(request).collected().flatMap(\.parts)
          : try await model.generateContent(request).parts
        let calls = answer.compactMap(\.functionCall)
        XCTAssertEqual(calls.map(\.name), ["get_weather", "get_time"])
        request.transcript.append(.init(content: .init(role: .model, parts: answer)))
        let responses = calls.map { call in
          Part.functionResponse(.init(name: call.name, response: "sunny", id: call.id))
        }
        request.transcript.append(.init(content: .init(role: .user, parts: responses)))
        let end = try await model.generateContent(request)
        XCTAssertTrue(end.text.hasPrefix("function results:"), end.text)
        XCTAssertTrue(end.text.contains("sunny"), end.text)
      }
    }
  }

  /// Calls of a model that signs none get the documented placeholder (C2).
  func testForeignCallsAreMadeAcceptable() async throws {
    let call = Part.functionCall(.init(name: "get_weather", arguments: ["city": "Rome"]))
    let response = Part.functionResponse(.init(name: "get_weather", response: ["sky": "blue"]))
    let entries: [Transcript.Entry] = [
      .user(.text("Earlier")), .model(call), .user(response), .model(.text("Blue")),
      .user(.text("Now")), .model(.text("Let me see"), call, call, by: "other"),
      .user(response, response), .model(call), .user(response),
    ]
    let request = ModelRequest.conversation(entries, tools: [weather])
    _ = try await model(name: "gemini-3-pro-preview").generateContent(request)
    _ = try await model(name: "gemini-2.5-flash").generateContent(request)
    let bodies = try await server?.requests().compactMap(\.body) ?? []
    XCTAssertEqual(
      bodies.map(signatures),
      [[nil, .placeholder, nil, .placeholder], [nil, nil, nil, nil]]
    )
  }

  private func signatures(in body: GeneratedContent) -> [String?] {
    guard case .array(let contents)? = body["contents"]?.kind else { return [] }
    return contents.flatMap { content -> [String?] in
      guard case .array(let parts)? = content["parts"]?.kind else { return [] }
      return parts.filter { $0["functionCall"] != nil }.map { $0["thoughtSignature"]?.stringValue }
    }
  }
}

extension String {
  fileprivate static let placeholder = "skip_thought_signature_validator"
}

extension GenerateContentResponse {
  /// The parts of the first candidate.
  var parts: [Part] { candidates.first?.content.parts ?? [] }
}

extension Part {
  /// The call, of a part that is one.
  fileprivate var functionCall: FunctionCall? {
    if case .functionCall(let call) = content { call } else { nil }
  }
}
