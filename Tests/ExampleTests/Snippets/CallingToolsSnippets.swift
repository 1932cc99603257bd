// swift-format-ignore-file
// Every Swift snippet of the article CallingTools, as it stands there. `ArticleTests` compares.

import CloudBackend
import HybridInference

enum CallingToolsSnippets {
  struct WeatherTool: Tool {
    struct Arguments: Generable { var city: String }

    let name = "get_weather"
    let description = "The temperature in a city now, in degrees Celsius."

    func call(arguments: Arguments) async throws -> Double {
      try await temperature(in: arguments.city)
    }
  }

  static func temperature(in city: String) async throws -> Double { 20 }

  static func use(model: any LanguageModel) async throws {
    let session = GenerativeModelSession(model: model, tools: [WeatherTool()])
    print(try await session.respond(to: "Is it warm in Rome?").content)
  }

  static func userAgrees(to call: FunctionCall) async -> Bool { true }

  static func approval(model: any LanguageModel, tools: [any ToolRepresentable]) async throws -> String {
    let options = ToolOptions(maximumRounds: 5) { call in
      guard call.name == "send_mail" else { return .allow }
      return await userAgrees(to: call) ? .allow : .refuse(reason: "The user said no.")
    }
    let careful = GenerativeModelSession(
      model: model, tools: tools, toolOptions: options)
    let answer = try await careful.respond(
      to: "Is it warm in Rome?",
      options: .default.usingTools(ToolOptions(mode: .required)))
    return answer.content
  }

  static func serverTools(cloud: GeminiModel) async throws {
    let grounded = GenerativeModelSession(
      model: cloud, tools: [WeatherTool(), .googleSearch()])
    let news = try await grounded.respond(to: "Who won yesterday?")
    print(news.rawResponse.candidates.first?.groundingMetadata?.webSearchQueries ?? [])
  }

  struct Declared: ToolRepresentable {
    let toolRepresentation = ToolRepresentation.function(
      FunctionDeclaration(
        name: "get_weather",
        description: "The temperature in a city now.",
        parameters: .object(properties: ["city": .string()])))
  }

  static func weather(for call: FunctionCall) async throws -> GeneratedContent {
    GeneratedContent(kind: .number(20))
  }

  static func byHand(
    _ session: GenerativeModelSession, _ response: GenerativeModelSession.Response<String>
  ) async throws {
    var results: [Part] = []
    for call in response.rawResponse.functionCalls {
      let output = try await weather(for: call)
      let result = FunctionResponse(name: call.name, response: output, id: call.id)
      results.append(.functionResponse(result))
    }
    print(try await session.respond(to: results).content)
  }
}
