/// All that a model needs to answer one turn.
///
/// A request carries the whole conversation, so any model can answer any turn of it.
public struct ModelRequest: Sendable {
  /// The conversation.
  ///
  /// It ends with the turn to answer.
  public var transcript: Transcript
  /// The tools that the model may call.
  public var tools: [any ToolRepresentable]
  /// The schema that the answer has to fit; `nil` for free text.
  public var schema: GenerationSchema?
  /// Whether the schema is also written into the prompt, for models that follow it better then.
  public var includeSchemaInPrompt: Bool
  /// The options for each kind of model.
  ///
  /// A model reads its own, and of ``ResponseGenerationOptions/tools`` the mode and the allowed names; it
  /// ignores the rest.
  public var options: ResponseGenerationOptions
  /// Whether the conversation ends with the beginning of the answer: the model goes on with it, and
  /// gives only what follows.
  ///
  /// Only asked of models that say that they can; see ``LanguageModel/continuesAnswers``.
  public var continuesAnswer: Bool
  /// The mode of the hybrid that hands the request on.
  ///
  /// Hybrids among its models follow it where neither the request nor they themselves name one; one
  /// that allows a single place binds them in any case.
  var inheritedMode: InferenceMode?
  /// Whether a hybrid hands the request on to one of its models.
  var isHandedOn = false

  /// Creates a request from a transcript that ends with the turn to answer.
  public init(
    transcript: Transcript,
    tools: [any ToolRepresentable] = [],
    schema: GenerationSchema? = nil,
    includeSchemaInPrompt: Bool = true,
    options: ResponseGenerationOptions = .init(),
    continuesAnswer: Bool = false
  ) {
    self.transcript = transcript
    self.tools = tools
    self.schema = schema
    self.includeSchemaInPrompt = includeSchemaInPrompt
    self.options = options
    self.continuesAnswer = continuesAnswer
  }
}

extension ModelRequest {
  /// The functions among the tools, in order.
  package var functions: [FunctionDeclaration] {
    tools.compactMap { tool in
      if case .function(let function) = tool.toolRepresentation { function } else { nil }
    }
  }
}
