/// Decides, in one turn, what follows each answer of the model: the end, or calls to carry out and
/// another question.
///
/// Pure: it is told what was said and what came of calls.
struct ToolLoop {
  /// What to do after an answer.
  enum Action {
    /// The turn is over: this was the answer.
    case finish
    /// Carry these calls out, and give the results to ``ToolLoop/add(_:)``.
    case run([FunctionCall])
    /// Give the turn up.
    case fail(GenerationError)
  }

  /// The request to ask next.
  private(set) var request: ModelRequest
  /// What the rounds so far add to the conversation: answers with calls, and their results.
  private(set) var entries: [Transcript.Entry] = []
  private let tools: ToolSet
  private var rounds = 0

  /// Begins a turn with its first request.
  init(_ request: ModelRequest, tools: ToolSet) {
    self.request = request
    self.tools = tools
  }

  /// The model has answered.
  ///
  /// - Parameters:
  ///   - content: What it said in this round.
  ///   - modelVersion: Which model it was.
  /// - Returns: What to do next.
  mutating func answered(_ content: ModelContent, by modelVersion: String) -> Action {
    let calls = content.calls
    guard let first = calls.first else { return .finish }
    // Calls that are the app's to carry out: it answers all of them, since results go back together.
    let areLeftToTheApp =
      tools.isEmpty || calls.contains { tools[$0.name].map { $0.tool == nil } ?? false }
    if areLeftToTheApp { return .finish }
    let limit = request.options.tools.maximumRounds ?? ToolOptions.defaultMaximumRounds
    guard rounds < limit else {
      return .fail(
        .toolCallFailed(
          name: tools.shownName(of: first),
          reason: "the model called it after \(limit) rounds of calls, which is the limit"
        )
      )
    }
    rounds += 1
    add(Transcript.Entry(content: content.recorded, modelVersion: modelVersion))
    return .run(calls)
  }

  /// The calls of the answer have been carried out.
  mutating func add(_ responses: [FunctionResponse]) {
    add(.init(content: .init(role: .user, parts: responses.map { .functionResponse($0) })))
    // A model that was made to call always would never answer either.
    if request.options.tools.mode == .required { request.options.tools.mode = .auto }
  }

  private mutating func add(_ entry: Transcript.Entry) {
    entries.append(entry)
    request.transcript.append(entry)
  }
}

extension ModelContent {
  /// The calls that the model asks for, in order; not what it only thought of.
  fileprivate var calls: [FunctionCall] {
    parts.compactMap { part in
      if case .functionCall(let call) = part.content, !part.isThought { call } else { nil }
    }
  }

  /// The content as the conversation keeps it: without empty texts, unless one carries a signature.
  var recorded: ModelContent {
    var content = self
    content.parts.removeAll { $0.isEmptyText && $0.thoughtSignature == nil }
    return content
  }
}
