import Synchronization

/// A conversation with a model.
///
/// The session owns the conversation's one transcript: no model keeps a second one, so each turn can
/// be answered by another model. It takes one prompt at a time. The transcript changes once a turn,
/// when the turn has succeeded; a turn that fails or is cancelled leaves it as it was.
public final class GenerativeModelSession: Sendable {
  /// What can go wrong while a model answers.
  public typealias GenerationError = HybridInference.GenerationError

  /// The model that answers.
  let model: any LanguageModel

  /// The tools that the model may call.
  let tools: [any ToolRepresentable]

  /// The functions among the tools.
  let functions: ToolSet

  /// How tools are used where a request says nothing else.
  private let toolOptions: ToolOptions

  /// Sees what happens on the way to each answer.
  let observer = RoutingObserver()

  private let state: Mutex<State>

  private struct State {
    var transcript: Transcript
    var currentTurn: Int?
    var turnCount = 0
  }

  /// Starts a conversation.
  ///
  /// - Parameters:
  ///   - model: The model that answers: a backend's, or a ``HybridModel``.
  ///   - tools: The tools that the model may call.
  ///   - instructions: What the model is told about its task (the system prompt).
  ///   - toolOptions: How tools are used, where a request says nothing else.
  public convenience init(
    model: any LanguageModel,
    tools: [any ToolRepresentable] = [],
    instructions: String? = nil,
    toolOptions: ToolOptions = .init()
  ) {
    self.init(
      model: model,
      tools: tools,
      transcript: Transcript(instructions: instructions),
      toolOptions: toolOptions
    )
  }

  /// Goes on with a conversation.
  ///
  /// - Parameters:
  ///   - model: The model that answers from now on; any model can go on with any conversation.
  ///   - tools: The tools that the model may call.
  ///   - transcript: The conversation so far.
  ///   - toolOptions: How tools are used, where a request says nothing else.
  public init(
    model: any LanguageModel,
    tools: [any ToolRepresentable] = [],
    transcript: Transcript,
    toolOptions: ToolOptions = .init()
  ) {
    self.model = model
    self.tools = tools
    self.functions = ToolSet(tools)
    self.toolOptions = toolOptions
    self.state = Mutex(State(transcript: transcript))
  }

  /// The conversation so far: all turns that have succeeded.
  public var transcript: Transcript { state.withLock(\.transcript) }

  /// Whether a prompt is being answered now.
  public var isResponding: Bool { state.withLock { $0.currentTurn != nil } }

  /// Gets the model ready to go on with this conversation, so that the next answer begins sooner.
  ///
  /// Returns at once.
  public func prewarm() {
    model.prewarm(request(for: transcript))
  }

  /// Counts the tokens of the conversation with a prompt at its end.
  ///
  /// It is not a turn: it changes nothing, and may run while a prompt is being answered. Throws
  /// ``GenerationError``, or `CancellationError`.
  public func countTokens(
    _ prompt: any PromptRepresentable...
  ) async throws -> CountTokensResponse {
    var transcript = transcript
    transcript.append(try Self.entry(of: prompt))
    try functions.check(toolOptions)
    do {
      return try await model.countTokens(request(for: transcript))
    } catch {
      throw GenerationError.callerError(from: error)
    }
  }

  /// A request as a turn would make it, without options of its own.
  private func request(for transcript: Transcript) -> ModelRequest {
    ModelRequest(transcript: transcript, tools: tools, options: .init(tools: toolOptions))
  }
}

extension GenerativeModelSession {
  /// A prompt that is being answered.
  struct Turn: Sendable {
    fileprivate let id: Int
    fileprivate let prompt: Transcript.Entry
    /// The request to answer.
    let request: ModelRequest
  }

  /// Begins a turn, if none is under way.
  func beginTurn<Content: Generable>(
    with prompt: [any PromptRepresentable],
    options: any GenerationOptionsRepresentable,
    as form: AnswerForm<Content>
  ) throws(GenerationError) -> Turn {
    let prompt = try Self.entry(of: prompt)
    var options = options.responseGenerationOptions
    options.tools = toolOptions.overridden(by: options.tools)
    try functions.check(options.tools)
    let (id, transcript) = try state.withLock { state throws(GenerationError) in
      guard state.currentTurn == nil else { throw .concurrentRequests }
      state.turnCount += 1
      state.currentTurn = state.turnCount
      return (state.turnCount, state.transcript)
    }
    var request = ModelRequest(
      transcript: transcript,
      tools: tools,
      schema: form.schema,
      includeSchemaInPrompt: form.includeSchemaInPrompt,
      options: options
    )
    request.transcript.append(prompt)
    return Turn(id: id, prompt: prompt, request: request)
  }

  /// Ends a turn that succeeded: the prompt, the rounds with tools and the answer join the transcript,
  /// in one step.
  ///
  /// Throws `CancellationError` when the turn has been abandoned; the transcript stays as it was.
  func complete(_ turn: Turn, with answer: TurnAnswer) throws {
    let last = Transcript.Entry(
      content: answer.response.lastRound.recorded,
      modelVersion: answer.response.modelVersion
    )
    try state.withLock { state in
      guard state.currentTurn == turn.id else { throw CancellationError() }
      state.transcript.append(contentsOf: [turn.prompt] + answer.toolEntries + [last])
      state.currentTurn = nil
    }
  }

  /// Ends a turn that failed or was cancelled, if it has not ended yet.
  ///
  /// Returns whether it had not.
  @discardableResult
  func abandon(_ turn: Turn) -> Bool {
    state.withLock { state in
      guard state.currentTurn == turn.id else { return false }
      state.currentTurn = nil
      return true
    }
  }

  private static func entry(
    of prompt: [any PromptRepresentable]
  ) throws(GenerationError) -> Transcript.Entry {
    let parts = prompt.flatMap(\.promptParts).filter { !$0.isEmptyText }
    guard !parts.isEmpty else { throw .invalidRequest(field: "prompt", reason: "is empty") }
    return Transcript.Entry(content: ModelContent(role: .user, parts: parts))
  }
}
