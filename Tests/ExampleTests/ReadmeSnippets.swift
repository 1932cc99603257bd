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

  static func structuredOutput(_ session: GenerativeModelSession) async throws {
    let plan = try await session.respond(to: "Plan a trip along the Rhine.", generating: Trip.self)
    print(plan.content.title, plan.content.stops)
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

  static func routing() -> HybridPolicy {
    let policy = HybridPolicy(
      fallback: .onAnyError,
      firstContentDeadline: .seconds(4),  // else the other model answers
      continuesInterruptedStreams: true,  // a broken stream is gone on with
      coolDown: CoolDown(),  // no connection attempt per request while offline
      order: .keptOnDevice { $0.allText.contains("confidential") })
    return policy
  }
}
