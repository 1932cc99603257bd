// swift-format-ignore-file
// Every Swift snippet of the README, as it stands there, in functions. `ReadmeTests` compares.

import CloudBackend
import Foundation
import HybridInference
import LocalBackend

enum ReadmeSnippets {
  static func usage(key: String) async throws {
    let cloud = GeminiModel(name: "gemini-flash-latest", api: .developer(apiKey: key))
    let session = GenerativeModelSession(
      model: .hybridModel(primary: SystemLanguageModel.default, secondary: cloud),
      instructions: "Answer in one sentence.")

    let response = try await session.respond(to: "Why is the sky blue?")
    print(response.content)
    print("You used: \(response.rawResponse.modelVersion)")
  }

  static func stream(_ session: GenerativeModelSession, show: (String) -> Void) async throws {
    for try await snapshot in session.streamResponse(to: "Tell me a story.") {
      show(snapshot.content)  // all the text so far
    }
  }

  struct Trip: Generable {
    var title: String
    var start: Date?
    var stops: [String]

    static let guides: [String: GenerationGuide] = [
      "stops": .init(description: "Towns on the way", count: 2...5)
    ]
  }

  static func structuredOutput(
    _ session: GenerativeModelSession, show: (String) -> Void
  ) async throws {
    let plan = try await session.respond(to: "Plan a trip along the Rhine.", generating: Trip.self)
    print(plan.content.title, plan.content.stops)

    for try await snapshot in session.streamResponse(to: "Another one.", generating: Trip.self) {
      show(snapshot.rawContent["title"]?.stringValue ?? "")  // readable by name at any time
    }
  }

  struct WeatherTool: Tool {
    struct Arguments: Generable { var city: String }

    let name = "get_weather"
    let description = "The temperature in a city now, in degrees Celsius."

    func call(arguments: Arguments) async throws -> Double {
      try await temperature(in: arguments.city)
    }
  }

  static func temperature(in city: String) async throws -> Double { 20 }

  static func tools(model: any LanguageModel) async throws -> String {
    let session = GenerativeModelSession(
      model: model, tools: [WeatherTool(), ServerTool.googleSearch()],
      toolOptions: ToolOptions(maximumRounds: 5) { call in
        call.arguments["city"] == nil ? .refuse(reason: "Ask for a city.") : .allow
      })
    let answer = try await session.respond(
      to: "Is it warm in Rome?", options: .default.usingTools(ToolOptions(mode: .required)))
    return answer.content
  }

  static func save(
    _ session: GenerativeModelSession, otherModel: any LanguageModel
  ) throws -> GenerativeModelSession {
    let saved = try JSONEncoder().encode(session.transcript)
    let restored = GenerativeModelSession(
      model: otherModel, transcript: try JSONDecoder().decode(Transcript.self, from: saved))
    return restored
  }

  static func routing(system: SystemLanguageModel, cloud: GeminiModel) async throws {
    let policy = HybridPolicy(
      fallback: .onAnyError,
      firstContentDeadline: .seconds(4),  // else the other model answers
      continuesInterruptedStreams: true,  // a broken stream is gone on with
      coolDown: CoolDown(),  // no connection attempt per request while offline
      order: .keptOnDevice { $0.allText.contains("confidential") })
    let session = GenerativeModelSession(
      model: .hybridModel(onDevice: system, inCloud: cloud, mode: .preferInCloud, policy: policy))

    let options = ResponseGenerationOptions(inferenceMode: .onlyOnDevice)  // of this request
    let answer = try await session.respond(to: "Summarise my diary.", options: options)
    print(answer.rawResponse.route.map(\.modelName), session.modelTotals)
  }

  static func availability() {
    switch SystemLanguageModel.default.availability {
    case .available: break
    case .unavailable(.modelNotReady): print("The model is not installed yet.")
    case .unavailable(.deviceNotEligible): print("This machine cannot run the model.")
    case .unavailable(.appleIntelligenceNotEnabled): print("On-device inference is switched off.")
    case .unavailable(.other(let reason)): print(reason)
    }
  }

  static func otherFile() -> SystemLanguageModel {
    let model = SystemLanguageModel(modelURL: URL(fileURLWithPath: "models/other.gguf"))
    return model
  }

  static func options(
    _ session: GenerativeModelSession
  ) async throws -> GenerativeModelSession.Response<String> {
    let answer = try await session.respond(
      to: "Why is the sky blue?",
      options: .hybrid(
        gemini: GenerationConfig(temperature: 0.8, thinkingConfig: ThinkingConfig(thinkingLevel: .high)),
        foundationModels: GenerationOptions(
          sampling: .random(probabilityThreshold: 0.9), maximumResponseTokens: 200)))
    return answer
  }

  static func errors(_ session: GenerativeModelSession) async throws {
    do {
      try await session.respond(to: "Hello")
    } catch GenerationError.offline {
      print("No connection.")
    } catch GenerationError.rateLimited(let delay) {
      print("Too many requests. Try again in \(delay ?? .seconds(60)).")
    } catch GenerationError.backend(let error) {
      print("The server says \(error.code): \(error.message)")
    }
  }
}
