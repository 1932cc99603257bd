// swift-format-ignore-file
// Every Swift snippet of the article TestingYourApp, as it stands there. `ArticleTests` compares.

import HybridInference
import Synchronization
import XCTest

enum TestingYourAppSnippets {
  struct Summariser {
    let model: any LanguageModel

    func summary(of text: String) async throws -> String {
      let session = GenerativeModelSession(
        model: model, instructions: "Summarise in one sentence.")
      do {
        return try await session.respond(to: text).content
      } catch GenerationError.offline {
        return String(text.prefix(20)) + "…"
      }
    }
  }

  /// Answers as a script says, and keeps what it was asked.
  final class ScriptedModel: LanguageModel {
    let modelName: String
    let inferenceSource: InferenceSource
    private let script: Mutex<[Result<[Part], GenerationError>]>
    private let asked = Mutex<[ModelRequest]>([])

    init(
      named modelName: String = "scripted",
      source: InferenceSource = .inCloud,
      _ script: Result<[Part], GenerationError>...
    ) {
      self.modelName = modelName
      self.inferenceSource = source
      self.script = Mutex(script)
    }

    var requests: [ModelRequest] { asked.withLock { $0 } }

    func generateContent(
      _ request: ModelRequest
    ) async throws -> GenerateContentResponse {
      asked.withLock { $0.append(request) }
      let next = script.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      guard let next else {
        throw GenerationError.internalError(reason: "the script has ended")
      }
      let content = ModelContent(role: .model, parts: try next.get())
      return GenerateContentResponse(
        candidates: [Candidate(content: content, finishReason: .stop)],
        modelVersion: modelName)
    }

    func streamContent(
      _ request: ModelRequest
    ) -> AsyncThrowingStream<GenerateContentResponse, any Error> {
      AsyncThrowingStream { continuation in
        let task = Task {
          do {
            continuation.yield(try await generateContent(request))
            continuation.finish()
          } catch {
            continuation.finish(throwing: error)
          }
        }
        continuation.onTermination = { _ in task.cancel() }
      }
    }

    func countTokens(
      _ request: ModelRequest
    ) async throws -> CountTokensResponse {
      CountTokensResponse(totalTokens: request.transcript.count)
    }
  }

  static func testAnswersAndErrors() async throws {
    let model = ScriptedModel(.success([.text("Short.")]), .failure(.offline))
    let summariser = Summariser(model: model)

    let summary = try await summariser.summary(of: "A long story.")
    XCTAssertEqual(summary, "Short.")
    XCTAssertEqual(model.requests.first?.transcript.last?.text, "A long story.")

    let offline = try await summariser.summary(of: "Another story, which is longer.")
    XCTAssertEqual(offline, "Another story, which…")
  }

  static func testWhereRequestsGo() async throws {
    let device = ScriptedModel(
      named: "device", source: .onDevice, .failure(.assetsUnavailable))
    let cloud = ScriptedModel(named: "cloud", .success([.text("From afar.")]))
    let session = GenerativeModelSession(
      model: .hybridModel(primary: device, secondary: cloud))

    let answer = try await session.respond(to: "Who are you?")
    XCTAssertEqual(answer.rawResponse.route.map(\.modelName), ["device", "cloud"])
    XCTAssertEqual(answer.rawResponse.route.map(\.outcome), [.failed, .answered])
  }

  struct WeatherTool: Tool {
    struct Arguments: Generable { var city: String }

    let name = "get_weather"
    let description = "The temperature in a city now, in degrees Celsius."

    func call(arguments: Arguments) async throws -> Double { 20 }
  }

  static func testTools() async throws {
    let rome = try GeneratedContent(json: #"{"city": "Rome"}"#)
    let call = FunctionCall(name: "get_weather", arguments: rome)
    let model = ScriptedModel(
      .success([.functionCall(call)]), .success([.text("Warm.")]))
    let session = GenerativeModelSession(model: model, tools: [WeatherTool()])

    let answer = try await session.respond(to: "Is it warm in Rome?")
    XCTAssertEqual(answer.content, "Warm.")
    XCTAssertEqual(session.transcript.count, 4)  // prompt, call, result, answer
  }
}
