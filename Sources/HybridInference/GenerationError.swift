public import Foundation

/// What can go wrong while a model answers.
///
/// The one error type that this package throws, beside `CancellationError`.
///
/// After any of these the session can be used again, and its transcript is as it was before the
/// turn. No description holds a secret or the text of a prompt.
public enum GenerationError: Error, Sendable {
  /// The on-device model cannot be used.
  case assetsUnavailable(reason: Availability.UnavailableReason, detail: String? = nil)
  /// The model does not support something that the request holds or asks for.
  case unsupportedPromptContent(reason: String)
  /// The request has more tokens than the model can read at once.
  ///
  /// Of a request that is very much too long, the count is the fewest tokens that it can have.
  case exceededContextWindowSize(tokenCount: Int, contextSize: Int)
  /// An option or a prompt is not valid. Nothing was sent.
  case invalidRequest(field: String, reason: String)
  /// The server blocked the prompt; the response says why.
  case promptBlocked(GenerateContentResponse)
  /// The model stopped for another reason than that the answer was complete or reached the limit
  /// of tokens. The response holds what had come.
  case responseStoppedEarly(FinishReason, GenerateContentResponse)
  /// The answer cannot be read: it is not valid, or does not fit what was asked for, or was cut.
  ///
  /// The response holds what had come, where there is any.
  case decodingFailure(reason: String, partialResponse: GenerateContentResponse? = nil)
  /// The session is already answering another prompt.
  case concurrentRequests
  /// No connection was made: no network, or the host was not found, not reachable or refused.
  case offline(reason: String)
  /// The server did not answer in time.
  case timedOut(partialResponse: GenerateContentResponse?)
  /// The connection was lost before the answer was complete.
  case connectionLost(partialResponse: GenerateContentResponse?)
  /// The server has had too many requests; try again after the delay, where it gives one.
  case rateLimited(retryAfter: Duration?)
  /// The server answered with an error.
  case backend(BackendError)
  /// A tool could not be called or failed, and the options say that this ends the turn; or the model
  /// went on calling tools.
  ///
  /// The underlying error is what the tool threw, or why the arguments do not fit. Where the model made
  /// the name up, “a tool that there is not” stands in its place.
  case toolCallFailed(name: String, reason: String, underlyingError: (any Error)? = nil)
  /// Several models were tried for one turn and each failed; the attempts hold the errors, in order.
  case allModelsFailed([RouteAttempt])
  /// Something that is none of the above.
  case internalError(reason: String, partialResponse: GenerateContentResponse? = nil)
}

extension GenerationError {
  /// An unavailable model, without a detail.
  public static var assetsUnavailable: Self { .assetsUnavailable(reason: .modelNotReady) }
  /// An unsupported request, without a reason.
  public static var unsupportedPromptContent: Self {
    .unsupportedPromptContent(reason: "the request is not supported")
  }
  /// A request that is too long, without the numbers.
  public static var exceededContextWindowSize: Self {
    .exceededContextWindowSize(tokenCount: 0, contextSize: 0)
  }
  /// An answer that cannot be read, without a reason.
  public static var decodingFailure: Self { .decodingFailure(reason: "the answer is not valid") }
  /// A missing connection, without a reason.
  public static var offline: Self { .offline(reason: "no connection") }
  /// A time-out before anything had come.
  public static var timedOut: Self { .timedOut(partialResponse: nil) }
  /// A connection lost before anything had come.
  public static var connectionLost: Self { .connectionLost(partialResponse: nil) }
  /// A failed tool, without its name.
  public static var toolCallFailed: Self { .toolCallFailed(name: "", reason: "the tool failed") }
  /// An error of another kind, without a reason.
  public static var internalError: Self { .internalError(reason: "an unexpected error") }
}

extension GenerationError {
  /// What had come of the answer when the error happened; `nil` when nothing had.
  public var partialResponse: GenerateContentResponse? {
    switch self {
    case .promptBlocked(let response), .responseStoppedEarly(_, let response):
      response
    case .timedOut(let partial), .connectionLost(let partial), .decodingFailure(_, let partial),
      .internalError(_, let partial):
      partial
    case .backend(let error):
      error.partialResponse
    case .allModelsFailed(let attempts):
      attempts.last?.error?.partialResponse
    case .assetsUnavailable, .unsupportedPromptContent, .exceededContextWindowSize,
      .invalidRequest, .concurrentRequests, .offline, .rateLimited, .toolCallFailed:
      nil
    }
  }

  /// What had come of a structured answer, as far as it can be read; `nil` when nothing had.
  public var partialContent: GeneratedContent? {
    guard let text = partialResponse?.lastRound.text else { return nil }
    var reader = PartialJSON()
    try? reader.append(text)
    return reader.snapshot
  }

  /// The same error with what had come of the answer, where its case can hold that.
  package func with(partialResponse partial: GenerateContentResponse) -> GenerationError {
    switch self {
    case .timedOut: return .timedOut(partialResponse: partial)
    case .connectionLost: return .connectionLost(partialResponse: partial)
    case .promptBlocked: return .promptBlocked(partial)
    case .responseStoppedEarly(let reason, _): return .responseStoppedEarly(reason, partial)
    case .decodingFailure(let reason, _):
      return .decodingFailure(reason: reason, partialResponse: partial)
    case .internalError(let reason, _):
      return .internalError(reason: reason, partialResponse: partial)
    case .backend(var error):
      error.partialResponse = partial
      return .backend(error)
    case .allModelsFailed(var attempts):
      if let last = attempts.indices.last {
        attempts[last].error = attempts[last].error?.with(partialResponse: partial)
      }
      return .allModelsFailed(attempts)
    default: return self
    }
  }

  /// Whether the device was offline: no connection to any of the cloud models that were tried.
  package var isOffline: Bool {
    switch self {
    case .offline:
      return true
    case .allModelsFailed(let attempts):
      let inCloud = attempts.filter { $0.inferenceSource == .inCloud }
      return !inCloud.isEmpty && inCloud.allSatisfy { $0.error?.isOffline ?? false }
    default:
      return false
    }
  }

  /// Any error of a model as the error that callers see.
  ///
  /// `CancellationError` stays what it is.
  ///
  /// An error of a foreign type is named but not quoted: its text may hold a secret or a prompt.
  package static func callerError(from error: any Error) -> any Error {
    if error is CancellationError || Task.isCancelled { return CancellationError() }
    return (error as? GenerationError)
      ?? GenerationError.internalError(reason: "the model threw \(type(of: error))")
  }
}

extension GenerationError: LocalizedError {
  /// What happened, in a sentence.
  ///
  /// It is one line without control characters, whatever a server or a model has said; the cases hold
  /// its words as they came.
  public var errorDescription: String? { sentence.onOneLine }

  private var sentence: String {
    switch self {
    case .assetsUnavailable(let reason, let detail):
      "The on-device model is unavailable: \(detail ?? reason.description)."
    case .unsupportedPromptContent(let reason):
      "The model does not support this request: \(reason)."
    case .exceededContextWindowSize(let count, let size):
      "The request has \(count) tokens and the model's context holds \(size)."
    case .invalidRequest(let field, let reason):
      "The request is not valid: \(field) \(reason)."
    case .promptBlocked(let response):
      "The prompt was blocked: \(response.promptFeedback?.blockReason?.rawValue ?? "no reason given")."
    case .responseStoppedEarly(let reason, _):
      "The model stopped early: \(reason.rawValue)."
    case .decodingFailure(let reason, _):
      "The answer cannot be read: \(reason)."
    case .concurrentRequests:
      "The session is already answering another prompt."
    case .offline(let reason):
      "No connection could be made: \(reason)."
    case .timedOut:
      "The server did not answer in time."
    case .connectionLost:
      "The connection was lost before the answer was complete."
    case .rateLimited(let delay):
      "Too many requests"
        + (delay.map {
          "; the server asks to wait \($0.formatted(.units(allowed: [.minutes, .seconds])))"
        } ?? "") + "."
    case .backend(let error):
      error.sentence
    case .toolCallFailed(let name, let reason, _):
      "The tool “\(name)” failed: \(reason)."
    case .allModelsFailed(let attempts):
      "No model could answer. " + attempts.map(\.summary).joined(separator: " ")
    case .internalError(let reason, _):
      "Something went wrong: \(reason)."
    }
  }
}

extension GenerationError: CustomStringConvertible {
  /// What happened, in a sentence.
  public var description: String { errorDescription ?? "" }
}
