import HybridInference
import TestSupport
import XCTest

@testable import CloudBackend

/// How a request's options for tools, and the model's own, reach the server.
final class CallingModeTests: CloudTestCase {
  private let tools: [any ToolRepresentable] = [ScriptedTool(), ScriptedTool("other")]

  func testModesAndNamesOfARequest() async throws {
    let names = ["get_weather"]
    let expected: [(ToolOptions, FunctionCallingConfig?, GeneratedContent?)] = [
      (.init(), nil, nil),
      (.init(mode: .auto), nil, ["mode": "AUTO"]),
      (.init(mode: .required), nil, ["mode": "ANY"]),
      (.init(mode: .none), nil, ["mode": "NONE"]),
      (.init(mode: .required, allowedNames: names), nil, Self.config("ANY", names)),
      // AUTO takes no names.
      (.init(allowedNames: names), nil, Self.config("VALIDATED", names)),
      (.init(mode: .auto, allowedNames: names), nil, Self.config("VALIDATED", names)),
      (.init(mode: .none, allowedNames: names), nil, ["mode": "NONE"]),
      // What the request says wins, field by field.
      (.init(), .any(allowedFunctionNames: names), Self.config("ANY", names)),
      (.init(mode: .none), .any(allowedFunctionNames: names), ["mode": "NONE"]),
      (.init(mode: .auto), .any(), ["mode": "AUTO"]),
      (.init(mode: .auto), .any(allowedFunctionNames: names), Self.config("VALIDATED", names)),
      (.init(mode: .auto), .validated(), ["mode": "VALIDATED"]),
      (.init(mode: .required), .none(), ["mode": "ANY"]),
      (.init(mode: .required), .any(allowedFunctionNames: names), Self.config("ANY", names)),
      (
        .init(allowedNames: ["other"]), .any(allowedFunctionNames: names),
        Self.config("ANY", ["other"])
      ),
      (.init(allowedNames: names), FunctionCallingConfig.none(), ["mode": "NONE"]),
    ]
    for (options, own, sent) in expected {
      try await server?.reset()
      let session = GenerativeModelSession(model: try model(own), tools: tools)
      try await session.respond(to: "Hi", options: .default.usingTools(options))
      let body = try await server?.requests().first?.body
      XCTAssertEqual(
        body?["toolConfig"]?["functionCallingConfig"],
        sent,
        "\(options) \(own as Any)"
      )
    }
  }

  /// After results the model decides, whoever had made it call.
  func testOnlyTheFirstRoundIsForced() async throws {
    let names = ["get_weather"]
    let expected: [(ToolOptions, FunctionCallingConfig?, GeneratedContent, GeneratedContent)] = [
      (.init(mode: .required), nil, ["mode": "ANY"], ["mode": "AUTO"]),
      (
        .init(mode: .required, allowedNames: names), nil, Self.config("ANY", names),
        Self.config("VALIDATED", names)
      ),
      (.init(), .any(), ["mode": "ANY"], ["mode": "AUTO"]),
      (
        .init(), .any(allowedFunctionNames: names), Self.config("ANY", names),
        Self.config("VALIDATED", names)
      ),
      (.init(), .validated(), ["mode": "VALIDATED"], ["mode": "VALIDATED"]),
    ]
    for (options, own, first, second) in expected {
      for streams in [false, true] {
        try await server?.reset()
        let session = GenerativeModelSession(
          model: try model(own, "function_call"),
          tools: tools
        )
        _ = try await session.answer("Hi", streams: streams, options: .default.usingTools(options))
        let bodies = try await server?.requests().compactMap(\.body) ?? []
        XCTAssertEqual(
          bodies.map { $0["toolConfig"]?["functionCallingConfig"] },
          [first, second]
        )
      }
    }
  }

  private func model(
    _ calling: FunctionCallingConfig?,
    _ scenario: String = "echo"
  ) throws -> GeminiModel {
    GeminiModel(
      name: "gemini-3-pro-preview",
      api: try api(scenario),
      toolConfig: calling.map { ToolConfig(functionCallingConfig: $0) },
      requestOptions: .init(retry: .none)
    )
  }

  private static func config(_ mode: String, _ names: [String]) -> GeneratedContent {
    [
      "mode": .init(kind: .string(mode)),
      "allowedFunctionNames": .init(kind: .array(names.map { .init(kind: .string($0)) })),
    ]
  }
}
