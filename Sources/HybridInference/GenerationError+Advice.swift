extension GenerationError {
  /// What to do about the error, in a sentence or two.
  public var recoverySuggestion: String? {
    switch self {
    case .assetsUnavailable(let reason, _): reason.recoverySuggestion
    case .unsupportedPromptContent:
      "Leave that out, or let a model answer that supports it, for example as the other one of a hybrid."
    case .exceededContextWindowSize:
      "Shorten the prompt, begin a new conversation, or let a model with a larger context answer."
    case .invalidRequest: "Correct what the error names."
    case .concurrentRequests:
      "Wait for the answer or cancel it, or use another session: each conversation has its own."
    case .promptBlocked: "Ask in another way: the same prompt will most likely be blocked again."
    case .responseStoppedEarly:
      "Ask in another way; what had come of the answer is in the error."
    case .decodingFailure:
      "Ask again, allow more tokens where the answer was cut, or ask for a simpler type."
    case .offline: "Try again with a connection, or let the model on the device answer."
    case .timedOut: "Try again, or allow more time in the options of the model."
    case .connectionLost: "Try again; what had come of the answer is in the error."
    case .rateLimited: "Wait before trying again, as long as the server asks where it says so."
    case .backend(let error): error.recoverySuggestion
    case .toolCallFailed:
      "See why the tool failed; the options of tools say whether that ends a turn, and after how many rounds."
    case .allModelsFailed: "See what each model says, and begin with the first one."
    case .internalError: "Try again, and report it with this text if it happens again."
    }
  }

  /// Where to read on: the path of an article of this package's documentation, and the place in it.
  public var helpAnchor: String? {
    let place =
      switch self {
      case .assetsUnavailable, .unsupportedPromptContent, .exceededContextWindowSize,
        .invalidRequest, .concurrentRequests:
        "The-request"
      case .promptBlocked, .responseStoppedEarly, .decodingFailure: "The-answer"
      case .offline, .timedOut, .connectionLost: "The-connection"
      case .rateLimited, .backend: "The-server"
      case .toolCallFailed, .allModelsFailed, .internalError: "Everything-else"
      }
    return "documentation/hybridinference/handlingerrors#\(place)"
  }
}

extension BackendError {
  /// What to do about the error, in a sentence or two.
  public var recoverySuggestion: String? {
    switch code {
    case 400: "Change the request: the server says what is wrong with it."
    case 401, 403: "Check the API key or the token, and what it may be used for."
    case 404: "Check the name of the model, and the version and the address of the API."
    case 500...: "Try again later: the server had a problem of its own."
    default: "See what the server says."
    }
  }

  /// Where to read on: the path of an article of this package's documentation, and the place in it.
  public var helpAnchor: String? { "documentation/hybridinference/handlingerrors#The-server" }
}

extension Availability.UnavailableReason {
  /// What to do about it, in a sentence.
  fileprivate var recoverySuggestion: String {
    switch self {
    case .deviceNotEligible:
      "Use a smaller model or a smaller context, or let a model in the cloud answer."
    case .appleIntelligenceNotEnabled:
      "Switch on-device inference on, or let a model in the cloud answer."
    case .modelNotReady: "Install the model, or let a model in the cloud answer until it is there."
    case .other: "Let another model answer, for example as the other one of a hybrid."
    }
  }
}
