import CloudBackend
import HybridInference
import LocalBackend
import TestSupport
import XCTest

/// One conversation over both real models.
final class ConversationTests: XCTestCase {
  private let brief = GenerationOptions(sampling: .greedy, maximumResponseTokens: 8)

  func testThirdTurnGoesToTheCloudWithAllTurns() async throws {
    let server = try OracleServer.shared()
    try await server.reset()
    let session = GenerativeModelSession(
      model: .hybridModel(
        primary: SystemLanguageModel(
          modelURL: try LocalModels.system(),
          configuration: .init(threads: 1)
        ),
        secondary: cloud(at: server)
      ),
      instructions: "Answer in one word."
    )
    let log = LogRecorder()

    try await log.record {
      try await session.respond(to: "Name a colour.", options: brief)
      try await session.respond(to: "And an animal.", options: brief)
      // The on-device model reads text only.
      let file = Part.fileData(uri: "gs://bucket/cat.png", mimeType: "image/png")
      let response = try await session.respond(to: "What is this?", file, options: brief)
      XCTAssertEqual(response.rawResponse.inferenceSource, .inCloud)
      try await session.respond(to: "Thanks.", options: brief)
    }

    XCTAssertEqual(
      session.transcript.compactMap(\.modelVersion).map { $0.hasPrefix("gemini") },
      [false, false, true, true]
    )
    let requests = try await server.requests()
    let request = try XCTUnwrap(requests.first?.body)
    XCTAssertEqual(Self.texts(in: request), session.transcript.prefix(5).map(\.text))
    XCTAssertEqual(
      Self.elements(of: request["systemInstruction"]?["parts"]).first?["text"]?.stringValue,
      "Answer in one word."
    )
    XCTAssertEqual(log.errors.count, 2)
  }

  func testThirdTurnGoesToTheDeviceWithAllTurnsWhenTheServerIsGone() async throws {
    _ = try OracleServer.shared()  // skips where no server can run
    var server: OracleServer? = try OracleServer()
    let device = SystemLanguageModel(
      modelURL: try LocalModels.system(),
      configuration: .init(threads: 1)
    )
    let session = GenerativeModelSession(
      model: .hybridModel(primary: cloud(at: try XCTUnwrap(server)), secondary: device),
      instructions: "Be brief."
    )
    try await session.respond(to: "Name a colour.", options: brief)
    try await session.respond(to: "And an animal.", options: brief)
    server = nil

    let whole = try await GenerativeModelSession(model: device, transcript: session.transcript)
      .countTokens("And a city.").totalTokens
    let response = try await LogRecorder().record {
      try await session.streamResponse(to: "And a city.", options: brief).collect()
    }

    XCTAssertEqual(response.rawResponse.inferenceSource, .onDevice)
    XCTAssertFalse(response.content.isEmpty)
    XCTAssertEqual(response.rawResponse.usageMetadata?.promptTokenCount, whole)
    XCTAssertEqual(session.transcript.count, 6)
    XCTAssertEqual(
      session.transcript.compactMap(\.modelVersion).map { $0.hasPrefix("gemini") },
      [true, true, false]
    )
  }

  private func cloud(at server: OracleServer) -> GeminiModel {
    GeminiModel(
      name: "gemini-3-flash-preview",
      api: .developer(apiKey: OracleServer.apiKey, baseURL: server.baseURL)
    )
  }

  private static func elements(of value: GeneratedContent?) -> [GeneratedContent] {
    if case .array(let elements) = value?.kind { elements } else { [] }
  }

  private static func texts(in request: GeneratedContent) -> [String] {
    elements(of: request["contents"]).map { content in
      elements(of: content["parts"]).compactMap { $0["text"]?.stringValue }.joined()
    }
  }
}
