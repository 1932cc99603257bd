import Foundation
import HybridInference
import TestSupport
import XCTest

@testable import CloudBackend

/// The same conversations, held by Google's own Python client and by this package, make the same
/// request bodies.
///
/// `Tests/run.sh` installs that client on CI. Where it is missing, this is skipped.
final class GoogleClientTests: CloudTestCase {
  private typealias Scene = @Sendable (GoogleClientTests, _ isVertex: Bool) async throws -> Void

  private static let city = GenerationSchema.object(properties: ["city": .string()])

  private static let scenes: [(name: String, hold: Scene)] = [
    ("config", { try await $0.config($1) }), ("streamed", { try await $0.streamed($1) }),
    ("conversation", { try await $0.conversation($1) }), ("tools", { try await $0.tools($1) }),
    ("server_tools", { try await $0.serverTools($1) }), ("media", { try await $0.media($1) }),
    ("structured", { try await $0.structured($1) }),
  ]

  func testBothSendTheSame() async throws {
    let server = try XCTUnwrap(server)
    let sent = try await Self.bodiesOfGooglesClient(of: server)
    XCTAssertEqual(sent.count, 12)
    for (name, expected) in sent.sorted(by: { $0.key < $1.key }) {
      let words = name.split(separator: " ")
      let scene = try XCTUnwrap(Self.scenes.first { $0.name == words.last ?? "" }, name)
      try await server.reset()
      try await server.play(.init(scene.name == "tools" ? "function_call" : "echo"))
      try await scene.hold(self, words.first == "vertex")
      let bodies = try await server.requests().compactMap(\.body)
      XCTAssertEqual(bodies.count, expected.count, name)
      for (own, other) in zip(bodies, expected) {
        XCTAssertEqual(own.normalized.jsonString, other.normalized.jsonString, name)
      }
    }
  }

  private static func bodiesOfGooglesClient(
    of server: OracleServer
  ) async throws -> [String: [GeneratedContent]] {
    let root = SharedMaterial.packageRoot
    let packages = root.appending(path: ".build/google-client").path
    guard FileManager.default.fileExists(atPath: packages) else {
      throw XCTSkip("skipped: google-genai is not installed; Tests/run.sh does that on CI")
    }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    let python = ProcessInfo.processInfo.environment["HYBRID_INFERENCE_TEST_PYTHON"]
    process.arguments = [
      python ?? root.appending(path: ".build/oracle-venv/bin/python").path,
      root.appending(path: "Tests/Oracle/google_client.py").path, server.baseURL.absoluteString,
    ]
    process.environment = ProcessInfo.processInfo.environment
      .merging(["PYTHONPATH": packages]) { $1 }
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    if process.terminationStatus == 3 {
      throw XCTSkip("skipped: google-genai cannot be loaded by this Python")
    }
    XCTAssertEqual(process.terminationStatus, 0)
    return try JSONDecoder().decode([String: [GeneratedContent]].self, from: data)
  }
}

extension GoogleClientTests {
  private func model(
    _ isVertex: Bool,
    config: GenerationConfig? = nil,
    safetySettings: [SafetySetting] = [],
    toolConfig: ToolConfig? = nil
  ) throws -> GeminiModel {
    let url = try XCTUnwrap(server).baseURL
    let token = OracleServer.accessToken
    return GeminiModel(
      name: "gemini-2.5-flash",
      api: isVertex
        ? .vertex(project: "p", location: "l", baseURL: url) { token }
        : .developer(apiKey: OracleServer.apiKey, baseURL: url),
      generationConfig: config,
      safetySettings: safetySettings,
      toolConfig: toolConfig,
      requestOptions: .init(retry: .none)
    )
  }

  private func full(_ isVertex: Bool) throws -> GeminiModel {
    let config = GenerationConfig(
      temperature: 0.8,
      topP: 0.9,
      topK: 40,
      candidateCount: 1,
      maxOutputTokens: 99,
      presencePenalty: 0.5,
      frequencyPenalty: -0.5,
      stopSequences: ["END"],
      seed: 7,
      responseModalities: [.text],
      thinkingConfig: ThinkingConfig(thinkingBudget: 128, includeThoughts: true),
      imageConfig: ImageConfig(aspectRatio: "16:9", imageSize: "2K"),
      mediaResolution: .low,
      speechConfig: SpeechConfig(voiceName: "Kore", languageCode: "en-US"),
      responseLogprobs: true,
      logprobs: 3,
      enableEnhancedCivicAnswers: true
    )
    let safety = SafetySetting(harmCategory: .harassment, threshold: .blockOnlyHigh)
    return try model(isVertex, config: config, safetySettings: [safety])
  }

  private func config(_ isVertex: Bool) async throws {
    _ = try await full(isVertex).generateContent(.prompt("Hi there", instructions: "Be brief."))
  }

  private func streamed(_ isVertex: Bool) async throws {
    let request = ModelRequest.prompt("Hi there", instructions: "Be brief.")
    _ = try await full(isVertex).streamContent(request).collected()
  }

  private func conversation(_ isVertex: Bool) async throws {
    let session = GenerativeModelSession(model: try model(isVertex), instructions: "Translate.")
    for text in ["Hello", "naïve – 日本語 \"quoted\"\n", "Bye"] {
      try await session.respond(to: text)
    }
  }

  private func tools(_ isVertex: Bool) async throws {
    let choice = FunctionCallingConfig.validated(allowedFunctionNames: ["weather"])
    let model = try model(isVertex, toolConfig: ToolConfig(functionCallingConfig: choice))
    let tools = [Declared(name: "weather", parameters: Self.city)]
    let prompt = Transcript.Entry.user(.text("How is it there?"))
    let answer = try await model.generateContent(.conversation([prompt], tools: tools))
    let content = try XCTUnwrap(answer.candidates.first?.content)
    let call = try XCTUnwrap(answer.functionCalls.first)
    let response: GeneratedContent = ["sunny": true, "degrees": 21.5]
    let reply = Part.functionResponse(.init(name: call.name, response: response, id: call.id))
    let turns = [prompt, .init(content: content, modelVersion: answer.modelVersion), .user(reply)]
    _ = try await model.generateContent(.conversation(turns, tools: tools))
  }

  private func serverTools(_ isVertex: Bool) async throws {
    let place = RetrievalConfig(latitude: 48.5, longitude: 11.25, languageCode: "de")
    let tools = [
      ServerTool.googleSearch(), ServerTool.urlContext(), ServerTool.codeExecution(),
      ServerTool.googleMaps(),
    ]
    let model = try model(isVertex, toolConfig: ToolConfig(retrievalConfig: place))
    _ = try await model.generateContent(.prompt("Where?", tools: tools))
  }

  private func media(_ isVertex: Bool) async throws {
    let video = Part(
      .fileData(uri: "https://example.com/v", mimeType: "video/mp4"),
      videoMetadata: VideoMetadata(startOffset: 1.5, endOffset: 90, fps: 0.5)
    )
    let image = Part.inlineData(Data(0...255), mimeType: "image/png")
    let prompt = Transcript.Entry.user(video, image, .text("What is this?"))
    _ = try await model(isVertex).generateContent(.conversation([prompt]))
  }

  private func structured(_ isVertex: Bool) async throws {
    _ = try await model(isVertex).generateContent(.prompt("Where?", schema: Self.city))
  }
}

extension GeneratedContent {
  /// Fields whose names are not the API's own.
  private static let foreign: Set<String> = [
    "args", "response", "responseJsonSchema", "parametersJsonSchema",
  ]

  /// The value as the server reads it: names in camel case, whole numbers as such, Base64 in one
  /// alphabet, and without configurations that are empty.
  fileprivate var normalized: GeneratedContent {
    switch kind {
    case .number(let number) where number == number.rounded():
      return .init(kind: .integer(Int64(number)))
    case .array(let elements):
      return .init(kind: .array(elements.map(\.normalized)))
    case .structure(let properties, _):
      var fields: [String: GeneratedContent] = [:]
      for (name, value) in properties {
        let words = name.split(separator: "_")
        let name = words.dropFirst().reduce(String(words.first ?? "")) {
          $0 + $1.prefix(1).uppercased() + $1.dropFirst()
        }
        let isEmpty = value == .init(kind: .emptyStructure)
        if name == "generationConfig" && isEmpty { continue }
        fields[name] =
          switch value.kind {
          // Base64 has two alphabets, and the server reads both.
          case .string(let text) where name == "data" || name == "thoughtSignature":
            .init(kind: .string(text.replacing("-", with: "+").replacing("_", with: "/")))
          default: Self.foreign.contains(name) ? value : value.normalized
          }
      }
      return .init(kind: .structure(properties: fields, orderedKeys: fields.keys.sorted()))
    default: return self
    }
  }
}
