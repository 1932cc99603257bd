/// The options of one request: for the cloud model, for the on-device model, or for both.
///
/// Each model reads its own and ignores the other's.
public struct ResponseGenerationOptions: Sendable, Hashable {
  /// For a cloud model.
  ///
  /// Values here win over those that the model was made with.
  public var gemini: GenerationConfig?
  /// For the on-device model.
  public var foundationModels: GenerationOptions?
  /// Whether a model whose structured answer does not fit is told so and asked once more.
  ///
  /// Off by default. It is for whole answers only: a stream would have to take back what it gave.
  public var repairsStructuredOutput: Bool
  /// How the model uses the session's tools.
  ///
  /// Values here win over those that the session was made with. A model reads its mode and the allowed
  /// names; the session does the rest.
  public var tools: ToolOptions
  /// Which kinds of model may answer this request, and which of them is asked first.
  ///
  /// `nil`: as the session's model has it. It cannot widen what a ``HybridPolicy/Order`` allows.
  public var inferenceMode: InferenceMode?

  /// Creates options for the kinds of model that are given.
  public init(
    gemini: GenerationConfig? = nil,
    foundationModels: GenerationOptions? = nil,
    repairsStructuredOutput: Bool = false,
    tools: ToolOptions = .init(),
    inferenceMode: InferenceMode? = nil
  ) {
    self.gemini = gemini
    self.foundationModels = foundationModels
    self.repairsStructuredOutput = repairsStructuredOutput
    self.tools = tools
    self.inferenceMode = inferenceMode
  }
}
