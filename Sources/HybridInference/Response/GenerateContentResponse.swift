public import Foundation

/// A model's answer, or what a stream of an answer has brought so far.
public struct GenerateContentResponse: Sendable {
  /// The answers; nearly always one.
  public var candidates: [Candidate]
  /// What the server says of the prompt, for example that it was blocked.
  public var promptFeedback: PromptFeedback?
  /// The tokens that were read and made.
  ///
  /// After a turn with tools: those of all its requests.
  public var usageMetadata: UsageMetadata?
  /// The model that answered.
  ///
  /// Never empty in what a session or a ``HybridModel`` gives: a backend that leaves it empty gets
  /// its `modelName` here.
  public var modelVersion: String
  /// The server's id of the response.
  public var responseID: String?
  /// When the server got the request (Vertex AI).
  public var createTime: Date?
  /// How long the model will still be there, where the server says so.
  public var modelStatus: ModelStatus?
  /// Where the answer was made.
  ///
  /// A session or a ``HybridModel`` sets it from the model that answered.
  public var inferenceSource: InferenceSource
  /// Which models were tried, in order.
  ///
  /// The last attempt is the one that answered. After a turn with tools: the attempts of all its
  /// rounds.
  public var route: [RouteAttempt]
  /// Where the last round of a turn with tools begins in the parts of the answer.
  package var lastRoundStart = 0

  /// Creates a response.
  public init(
    candidates: [Candidate] = [],
    promptFeedback: PromptFeedback? = nil,
    usageMetadata: UsageMetadata? = nil,
    modelVersion: String = "",
    responseID: String? = nil,
    inferenceSource: InferenceSource = .inCloud,
    route: [RouteAttempt] = [],
    createTime: Date? = nil,
    modelStatus: ModelStatus? = nil
  ) {
    self.candidates = candidates
    self.promptFeedback = promptFeedback
    self.usageMetadata = usageMetadata
    self.modelVersion = modelVersion
    self.responseID = responseID
    self.inferenceSource = inferenceSource
    self.route = route
    self.createTime = createTime
    self.modelStatus = modelStatus
  }
}

extension GenerateContentResponse {
  /// The candidate that is the answer: the one with the lowest index.
  package var answer: Candidate? { candidates.min { $0.index < $1.index } }

  private var parts: [Part] { answer?.content.parts ?? [] }

  /// The visible text of the first candidate; empty when there is none.
  ///
  /// Thoughts are not in it.
  public var text: String { answer?.content.text ?? "" }

  /// The text of the first candidate's thoughts; `nil` when it has none.
  public var thoughtSummary: String? {
    let thoughts = parts.filter(\.isThought).compactMap(\.text)
    return thoughts.isEmpty ? nil : thoughts.joined()
  }

  /// The function calls of the first candidate, in order.
  ///
  /// After a turn with tools: all calls of the turn, those that were carried out too.
  public var functionCalls: [FunctionCall] {
    parts.compactMap { part in
      if case .functionCall(let call) = part.content { call } else { nil }
    }
  }

  /// The parts of the first candidate that hold data, for example an image, without thoughts.
  public var inlineDataParts: [Part] {
    parts.filter { part in
      if case .inlineData = part.content { !part.isThought } else { false }
    }
  }

  /// What the first candidate says in the last round of a turn with tools; without tools, all of it.
  package var lastRound: ModelContent {
    guard var content = answer?.content else { return ModelContent(role: .model) }
    if lastRoundStart > 0 { content.parts = Array(content.parts.dropFirst(lastRoundStart)) }
    return content
  }

  /// The first candidate's finish reason; `nil` while there is none.
  package var finishReason: FinishReason? { answer?.finishReason }

  /// Whether there is any text in it but thoughts.
  package var hasVisibleText: Bool {
    parts.contains { !$0.isThought && $0.text != nil && !$0.isEmptyText }
  }

  /// Whether there is anything in it that a user or a tool would notice.
  package var hasContent: Bool { parts.contains { !$0.isEmptyText } }
}
