import FirebaseAILogic
import Foundation

/// A type that a model fills in.
struct ContractTrip: Generable {
  var city: String

  static var guides: [String: GenerationGuide] { ["city": GenerationGuide(description: "A city")] }
}

/// A tool that an app carries out.
struct ContractTool: Tool {
  struct Arguments: Generable { var city: String }

  var name: String { "weather" }
  var description: String { "The weather" }

  func call(arguments: Arguments) async throws -> String { arguments.city }
}

/// How sessions are used by programs outside of this package; it has to compile.
enum ContractSessions {
  static func sessions(_ model: any LanguageModel) -> [GenerativeModelSession] {
    let tools: [any ToolRepresentable] = [ContractTool()]
    return [
      GenerativeModelSession(model: model),
      GenerativeModelSession(model: model, instructions: "i"),
      GenerativeModelSession(model: model, tools: tools),
      GenerativeModelSession(
        model: model,
        tools: [.googleSearch(), .codeExecution(), .urlContext(), .googleMaps()],
        instructions: nil
      ),
      GenerativeModelSession(model: model, transcript: Transcript()),
      GenerativeModelSession(
        model: model,
        tools: [ServerTool.googleSearch(), ContractTool()],
        transcript: Transcript()
      ),
      GenerativeModelSession(model: .hybridModel(primary: model, secondary: model)),
      GenerativeModelSession(
        model: .hybridModel(primary: model, secondary: model, policy: .default)
      ),
      GenerativeModelSession(model: SystemLanguageModel.default),
    ]
  }

  static func ask(_ session: GenerativeModelSession) async throws {
    let image = Part.inlineData(Data([1]), mimeType: "image/png")
    try await session.respond(to: "a")
    let response = try await session.respond(to: "a", image, ["b"], [image], options: .default)
    let text: String = response.content
    let raw: GeneratedContent = response.rawContent
    let answer: GenerateContentResponse = response.rawResponse
    try await session.respond(to: "a", options: .gemini(GenerationConfig(temperature: 1)))
    try await session.respond(to: "a", options: GenerationConfig(temperature: 1))
    try await session.respond(to: "a", options: GenerationOptions(sampling: .greedy))
    try await session.respond(to: "a", options: .foundationModels(GenerationOptions()))
    try await session.respond(
      to: "a",
      options: .hybrid(gemini: GenerationConfig(), foundationModels: GenerationOptions())
    )
    let count: Int = try await session.countTokens("a", image).totalTokens
    session.prewarm()
    let state: (Bool, Transcript) = (session.isResponding, session.transcript)
    _ = (text, raw, answer, count, state)
  }

  static func askForMore(_ session: GenerativeModelSession) async throws {
    try await session.respond(to: "a", generating: ContractTrip.self)
    let inferred: GenerativeModelSession.Response<ContractTrip> = try await session.respond(to: "a")
    let trip = try await session.respond(
      to: "a",
      "b",
      generating: ContractTrip.self,
      includeSchemaInPrompt: false,
      options: .default
    ).content
    let free: GeneratedContent = try await session.respond(to: "a", schema: .string()).content
    _ = try await session.respond(
      to: "a",
      schema: .string(),
      includeSchemaInPrompt: false,
      options: GenerationConfig()
    )
    _ = (inferred.content.city, trip.city, free)
  }

  static func stream(_ session: GenerativeModelSession) async throws {
    let stream = session.streamResponse(to: "a", "b", options: .default)
    for try await snapshot in stream {
      let content: String = snapshot.content
      let isComplete: Bool = snapshot.rawContent.isComplete
      let response: GenerateContentResponse = snapshot.rawResponse
      _ = (content, isComplete, response)
    }
    let whole: GenerativeModelSession.Response<String> = try await stream.collect()
    let named: GenerativeModelSession.ResponseStream<String> = session.streamResponse(to: "a")
    let trips = session.streamResponse(to: "a", generating: ContractTrip.self)
    for try await snapshot in trips {
      let partial: GeneratedContent = snapshot.content
      _ = partial
    }
    let free = session.streamResponse(to: "a", schema: .string(), includeSchemaInPrompt: false)
    let content: GeneratedContent = try await free.collect().content
    _ = (whole, named, content)
  }

  static func errors(_ session: GenerativeModelSession) async {
    do {
      try await session.respond(to: "a")
    } catch GenerativeModelSession.GenerationError.concurrentRequests {
    } catch let error as GenerationError {
      _ = error.localizedDescription
    } catch {}
  }

  static func log() {
    let previous = InferenceLog.handler
    InferenceLog.handler = { entry in _ = entry.message }
    InferenceLog.handler = previous
  }

  static func request() -> ModelRequest {
    var request = ModelRequest(transcript: Transcript())
    request.tools = [ContractTool()]
    request.schema = .string()
    request.includeSchemaInPrompt = false
    request.options = .default
    return ModelRequest(
      transcript: request.transcript,
      tools: [],
      schema: nil,
      includeSchemaInPrompt: true,
      options: .init()
    )
  }

  static func dropIn() -> [GenerativeModelSession] {
    let ai = FirebaseAI.firebaseAI()
    _ = FirebaseAI.firebaseAI(backend: .googleAI(apiKey: "k"))
    _ = FirebaseAI.firebaseAI(backend: .vertexAI())
    _ = FirebaseAI.firebaseAI(backend: .vertexAI(location: "europe-west1"))
    _ = FirebaseAI.firebaseAI(backend: .agentPlatform())
    let model = ai.geminiModel(name: "n")
    let other = ai.geminiModel(name: "n", safetySettings: [], requestOptions: .init())
    let options: FirebaseAI.GenerationOptions = .init(sampling: .greedy)
    let system: FirebaseAI.SystemLanguageModel = .default
    _ = options
    return [
      ai.generativeModelSession(model: model), ai.generativeModelSession(model: system),
      ai.generativeModelSession(model: other, tools: [], instructions: "i"),
      ai.generativeModelSession(model: "n"),
      ai.generativeModelSession(model: "n", tools: [.googleSearch()], instructions: "i"),
      ai.generativeModelSession(model: .hybridModel(primary: model, secondary: system)),
    ]
  }
}
