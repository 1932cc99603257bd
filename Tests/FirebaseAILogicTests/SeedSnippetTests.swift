import FirebaseAILogic
import TestSupport
import XCTest

final class SeedSnippetTests: XCTestCase {
  /// The guide is the authority: each of its snippets stands in `SeedSnippets.swift`, line by line.
  func testEverySnippetOfTheGuideIsCompiledAsItStands() throws {
    let guide = try SharedMaterial.url("seeds/hybrid-configuration.md")
    let compiled = SharedMaterial.packageRoot.appending(
      path: "Tests/FirebaseAILogicTests/SeedSnippets.swift"
    )
    let snippets = try Snippet.all(in: guide)
    XCTAssertEqual(snippets.count, 8)
    for snippet in snippets {
      XCTAssertTrue(try snippet.stands(in: compiled), snippet.description)
    }
  }

  /// The modes in the guide's order, against a server that does not know its placeholder model: who
  /// is asked first shows in who answers, and in the error.
  func testTheModesDoWhatTheGuideSays() async throws {
    let system = try LocalModels.system()
    setenv("HYBRID_INFERENCE_MODEL", system.path, 1)
    defer { unsetenv("HYBRID_INFERENCE_MODEL") }
    let server = try OracleServer.shared()
    let ai = FirebaseAI.firebaseAI(
      backend: .googleAI(apiKey: OracleServer.apiKey, baseURL: server.baseURL)
    )
    let brief = GenerationOptions(maximumResponseTokens: 4)

    for session in [SeedSnippets.preferOnDevice(ai), SeedSnippets.onlyOnDevice(ai)] {
      let response = try await session.respond(to: "Hi", options: brief)
      XCTAssertEqual(
        response.rawResponse.modelVersion,
        "apple-foundation-models-system-language-model"
      )
      SeedSnippets.determineSource(response)
    }
    for session in [SeedSnippets.preferInCloud(ai), SeedSnippets.onlyInCloud(ai)] {
      await assertThrows(try await session.respond(to: "Hi", options: brief)) { error in
        guard case GenerationError.backend(let backend) = error else { return XCTFail("\(error)") }
        XCTAssertEqual(backend.code, 404)
      }
    }
  }

  func testConfigurationReachesTheServer() async throws {
    let server = try OracleServer.shared()
    try await server.reset()
    let ai = FirebaseAI.firebaseAI(
      backend: .googleAI(apiKey: OracleServer.apiKey, baseURL: server.baseURL)
    )
    let session = ai.generativeModelSession(model: "gemini-3-flash-preview")

    let response = try await SeedSnippets.configure(session)

    XCTAssertTrue(response.content.contains("Why is the sky blue?"), response.content)
    XCTAssertEqual(response.rawResponse.modelVersion, "gemini-3-flash-preview")
    let requests = try await server.requests()
    let body = try XCTUnwrap(requests.last?.body)
    let config = try XCTUnwrap(body["generationConfig"])
    XCTAssertEqual(config["temperature"]?.kind, .number(0.8))
    XCTAssertEqual(config["topP"]?.kind, .number(0.9))
    XCTAssertEqual(config["thinkingConfig"]?["thinkingLevel"]?.stringValue?.uppercased(), "HIGH")
  }

  func testAvailabilityIsReadAnew() {
    setenv("HYBRID_INFERENCE_ON_DEVICE", "off", 1)
    defer { unsetenv("HYBRID_INFERENCE_ON_DEVICE") }
    XCTAssertEqual(
      FirebaseAI.SystemLanguageModel.default.availability,
      .unavailable(.appleIntelligenceNotEnabled)
    )
    SeedSnippets.checkAvailability()
    SeedSnippets.checkAvailabilityReasons()
  }

  func testMissingKeyIsAClearError() async {
    let ai = FirebaseAI.firebaseAI(backend: .googleAI(apiKey: ""))
    let session = ai.generativeModelSession(model: ai.geminiModel(name: "gemini-flash-latest"))
    await assertThrows(try await session.respond(to: "Hi")) { error in
      XCTAssertTrue(error is GenerationError, "\(error)")
      XCTAssertTrue("\(error)".contains("apiKey"), "\(error)")
    }
  }
}
