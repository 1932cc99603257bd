import HybridInference
import TestSupport
import XCTest

@testable import CloudBackend

/// Whole turns with tools against the strict server, which checks that calls, results, ids and
/// signatures go back as they came.
final class ToolLoopTests: CloudTestCase {
  private let weather = ScriptedTool { ["sky": .init(kind: .string("blue over \($0)"))] }
  private let time = ScriptedTool("get_time") { _ in "noon" }

  private struct Report: Generable, Equatable {
    var sky: String
    var degrees: Int
  }

  /// One call and several, in one round and in three (C1, C3).
  func testTurnsWithCallsEndInTheAnswer() async throws {
    for name in ["gemini-3-pro-preview", "gemini-2.5-flash"] {
      for (scenario, count) in [("function_call", 1), ("parallel_function_calls", 2)] {
        for (steps, streams) in [(1, false), (1, true), (3, false), (3, true)] {
          try await server?.reset()
          let model = try model(
            scenario,
            ["thoughts": true, "steps": .init(kind: .integer(Int64(steps)))],
            name: name
          )
          let session = GenerativeModelSession(model: model, tools: [weather, time])

          let response = try await session.answer("Weather?", streams: streams)

          XCTAssertTrue(response.content.hasPrefix("function results:"), response.content)
          XCTAssertTrue(response.content.contains("blue over text-1"), response.content)
          XCTAssertEqual(response.content.contains("noon"), count == 2)
          XCTAssertEqual(response.rawResponse.functionCalls.count, count * steps)
          XCTAssertEqual(session.transcript.count, 2 + 2 * steps)
          let records = try await server?.requests() ?? []
          XCTAssertEqual(records.map(\.status), Array(repeating: 200, count: 1 + steps))
          let ids = response.rawResponse.functionCalls.map(\.id)
          XCTAssertEqual(ids.contains(nil), name == "gemini-2.5-flash")
          XCTAssertEqual(records.last?.body.map(Self.callIDs), ids)
          XCTAssertEqual(records.last?.body.map(Self.responseIDs), ids)
          XCTAssertEqual(
            response.rawResponse.usageMetadata?.thoughtsTokenCount,
            11 * steps
          )
        }
      }
    }
  }

  /// A signature that came in a chunk with empty text goes back with later turns, with tools too.
  func testSignaturesOfEarlierTurnsGoBack() async throws {
    for streams in [false, true] {
      try await server?.reset()
      try await server?.play(.init("thinking", times: 1), .init("function_call"))
      let session = GenerativeModelSession(
        model: try unscripted("gemini-3-pro-preview"),
        tools: [weather]
      )
      _ = try await session.answer("Hi", streams: streams)
      _ = try await session.answer("Weather?", streams: streams)
      _ = try await session.answer("Thanks", streams: streams)
      let records = try await server?.requests() ?? []
      XCTAssertEqual(records.count, 5)
      let signatures = records.last?.body.map(Self.signatures) ?? []
      XCTAssertEqual(signatures.count, 3)
      XCTAssertEqual(
        signatures,
        session.transcript.flatMap { $0.content.parts.compactMap(\.thoughtSignature) }
      )
    }
  }

  func testCallsThatTheServerGaveUpAreErrors() async throws {
    for reason in ["MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL", "TOO_MANY_TOOL_CALLS"] {
      for (rounds, streams) in [(0, false), (0, true), (1, false), (1, true)] {
        try await server?.reset()
        let end = OracleServer.Step("finish", ["reason": .init(kind: .string(reason)), "text": ""])
        if rounds == 0 {
          try await server?.play(end)
        } else {
          try await server?.play(.init("function_call", times: 1), end)
        }
        let session = GenerativeModelSession(model: try unscripted(), tools: [weather])
        await assertThrows(try await session.answer("Weather?", streams: streams)) { error in
          guard case GenerationError.responseStoppedEarly(let stopped, _) = error else {
            return XCTFail("\(error)")
          }
          XCTAssertEqual(stopped.rawValue, reason)
        }
        XCTAssertEqual(session.transcript.count, 0)
        let sent = try await server?.requests().count
        XCTAssertEqual(sent, rounds + 1)
      }
    }
  }

  func testFailingToolsAreToldToTheModel() async throws {
    for streams in [false, true] {
      let broken = ScriptedTool { _ in throw ScriptedTool.Failure("no wind") }
      let session = GenerativeModelSession(
        model: try model("parallel_function_calls", name: "gemini-3-pro-preview"),
        tools: [broken, time]
      )
      let response = try await LogRecorder().record {
        try await session.answer("Weather?", streams: streams)
      }
      XCTAssertTrue(response.content.contains("no wind"), response.content)
      XCTAssertTrue(response.content.contains("noon"), response.content)
    }
  }

  /// An error in the stream of a later round holds all that the reader has seen.
  func testAnErrorInALaterRoundKeepsWhatHadCome() async throws {
    try await server?.play(.init("function_call", times: 1), .init("error_mid_stream"))
    let session = GenerativeModelSession(model: try unscripted(), tools: [weather])
    await assertThrows(try await session.streamResponse(to: "Weather?").collect()) { error in
      guard case GenerationError.backend(let backend) = error else { return XCTFail("\(error)") }
      XCTAssertEqual(backend.code, 503)
      XCTAssertEqual(backend.partialResponse?.functionCalls.count, 1)
      XCTAssertEqual(backend.partialResponse?.text.isEmpty, false)
    }
  }

  /// A call of a model that signs none, in the middle of a turn, is made acceptable to Gemini 3 (C2),
  /// and its tool does not run again (H6).
  func testGemini3FinishesATurnOfTheDevice() async throws {
    for streams in [false, true] {
      try await server?.reset()
      let tool = ScriptedTool { ["sky": .init(kind: .string("blue over \($0)"))] }
      let device = ScriptedModel(
        "device",
        source: .onDevice,
        answers: [
          .parts([.call(city: "Oslo", id: "a"), .call(city: "Rome", id: "b")]),
          .failure(GenerationError.timedOut),
        ]
      )
      let session = GenerativeModelSession(
        model: .hybridModel(
          primary: device,
          secondary: try model("echo", name: "gemini-3-pro-preview")
        ),
        tools: [tool]
      )
      let response = try await LogRecorder().record {
        try await session.answer("Weather?", streams: streams)
      }
      XCTAssertEqual(response.content, "echo: Weather?")
      XCTAssertEqual(tool.cities.sorted(), ["Oslo", "Rome"])
      let body = try await server?.requests().last?.body
      XCTAssertEqual(body.map(Self.signatures), ["skip_thought_signature_validator"])
      XCTAssertEqual(body.map(Self.callIDs), ["a", "b"])
      XCTAssertEqual(body.map(Self.responseIDs), ["a", "b"])
    }
  }

  /// Structured output together with tools: the schema is for the last answer.
  func testSchemaAndToolsTogether() async throws {
    for streams in [false, true] {
      try await server?.reset()
      try await server?.play(.init("function_call", times: 1), .init("structured"))
      let session = GenerativeModelSession(
        model: try unscripted("gemini-3-pro-preview"),
        tools: [weather]
      )
      let stream = streams ? session.streamResponse(to: "Weather?", generating: Report.self) : nil
      let report =
        if let stream { try await stream.collect().content } else {
          try await session.respond(to: "Weather?", generating: Report.self).content
        }
      XCTAssertEqual(report, Report(sky: "text-1", degrees: 1))
      let sent = try await server?.requests().count
      XCTAssertEqual(sent, 2)
    }
    try await server?.reset()
    let older = GenerativeModelSession(model: try unscripted("gemini-2.5-flash"), tools: [weather])
    await assertThrows(try await older.respond(to: "Weather?", generating: Report.self)) { error in
      guard case GenerationError.unsupportedPromptContent = error else {
        return XCTFail("\(error)")
      }
    }
    let sent = try await server?.requests().count
    XCTAssertEqual(sent, 0)
  }

  func testServerToolsGoAlongWithFunctions() async throws {
    let session = GenerativeModelSession(
      model: try model("function_call", name: "gemini-3-pro-preview"),
      tools: [.googleSearch(), weather, .urlContext()]
    )
    try await session.respond(to: "Weather?")
    for body in try await server?.requests().compactMap(\.body) ?? [] {
      XCTAssertEqual(body["tools"]?.elements.count, 3)
    }
  }

  /// A model that answers as the server's script says.
  private func unscripted(_ name: String = "gemini-2.5-flash") throws -> GeminiModel {
    GeminiModel(
      name: name,
      api: .developer(apiKey: OracleServer.apiKey, baseURL: try XCTUnwrap(server).baseURL),
      requestOptions: .init(retry: .none)
    )
  }

  private static func parts(of body: GeneratedContent) -> [GeneratedContent] {
    body["contents"]?.elements.flatMap { $0["parts"]?.elements ?? [] } ?? []
  }

  private static func signatures(of body: GeneratedContent) -> [String] {
    parts(of: body).compactMap { $0["thoughtSignature"]?.stringValue }
  }

  private static func callIDs(of body: GeneratedContent) -> [String?] {
    parts(of: body).compactMap { $0["functionCall"] }.map { $0["id"]?.stringValue }
  }

  private static func responseIDs(of body: GeneratedContent) -> [String?] {
    parts(of: body).compactMap { $0["functionResponse"] }.map { $0["id"]?.stringValue }
  }
}
