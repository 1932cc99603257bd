public import CloudBackend
public import HybridInference
public import LocalBackend

/// The entry point by the name that code written for Firebase AI Logic uses.
///
/// Such code compiles unchanged with `import FirebaseAILogic`. There is no Firebase project behind
/// it: requests go straight to the Gemini API of the ``Backend`` that is given.
public final class FirebaseAI: Sendable {
  /// The model on this device.
  public typealias SystemLanguageModel = LocalBackend.SystemLanguageModel

  /// Options for the model on this device.
  public typealias GenerationOptions = HybridInference.GenerationOptions

  private let backend: Backend

  private init(backend: Backend) {
    self.backend = backend
  }

  /// Gives models and sessions that use one service.
  ///
  /// - Parameter backend: The service for cloud models.
  /// - Returns: The entry point.
  public static func firebaseAI(backend: Backend = .googleAI()) -> FirebaseAI {
    FirebaseAI(backend: backend)
  }

  /// A model in the cloud.
  ///
  /// - Parameters:
  ///   - name: The model's name, for example `gemini-flash-latest`.
  ///   - safetySettings: What to block.
  ///   - requestOptions: Time-outs and retries.
  /// - Returns: The model.
  public func geminiModel(
    name: String,
    safetySettings: [SafetySetting] = [],
    requestOptions: RequestOptions = .init()
  ) -> GeminiModel {
    GeminiModel(
      name: name,
      api: backend.api,
      safetySettings: safetySettings,
      requestOptions: requestOptions
    )
  }

  /// A conversation with a model.
  ///
  /// - Parameters:
  ///   - model: The model that answers: in the cloud, on this device, or a hybrid of both.
  ///   - tools: The tools that the model may call.
  ///   - instructions: What the model is told about its task.
  ///   - toolOptions: How the model uses the tools, where a request does not say otherwise.
  /// - Returns: The conversation.
  public func generativeModelSession(
    model: any LanguageModel,
    tools: [any ToolRepresentable]? = nil,
    instructions: String? = nil,
    toolOptions: ToolOptions = .init()
  ) -> GenerativeModelSession {
    GenerativeModelSession(
      model: model,
      tools: tools ?? [],
      instructions: instructions,
      toolOptions: toolOptions
    )
  }

  /// A conversation with a model in the cloud, by its name.
  ///
  /// - Parameters:
  ///   - model: The model's name, for example `gemini-flash-latest`.
  ///   - tools: The tools that the model may call.
  ///   - instructions: What the model is told about its task.
  ///   - toolOptions: How the model uses the tools, where a request does not say otherwise.
  /// - Returns: The conversation.
  public func generativeModelSession(
    model: String,
    tools: [any ToolRepresentable]? = nil,
    instructions: String? = nil,
    toolOptions: ToolOptions = .init()
  ) -> GenerativeModelSession {
    generativeModelSession(
      model: geminiModel(name: model),
      tools: tools,
      instructions: instructions,
      toolOptions: toolOptions
    )
  }
}
