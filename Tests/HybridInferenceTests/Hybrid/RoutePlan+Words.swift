@testable import HybridInference

extension Sequence<RoutePlan.Action> {
  /// The actions in words, without lines for the log.
  var words: [String] {
    compactMap { action in
      switch action {
      case .ask(let choice, let role): "ask \(choice) \(role)"
      case .start(let timer, let duration): "start \(timer) \(duration)"
      case .cancel(let choice): "cancel \(choice)"
      case .take(let choice): "take \(choice)"
      case .finish: "finish"
      case .fail(let error): "fail \(error.kind)"
      case .log: nil
      }
    }
  }
}

extension GenerationError {
  /// The case alone, and of several failures all of them.
  var kind: String {
    switch self {
    case .allModelsFailed(let attempts):
      "all(" + attempts.map { $0.error?.kind ?? "nothing" }.joined(separator: ", ") + ")"
    case .offline: "offline"
    case .timedOut: "timedOut"
    case .connectionLost: "connectionLost"
    case .backend(let error): "\(error.code)"
    case .assetsUnavailable: "unavailable"
    case .unsupportedPromptContent: "unsupported"
    case .promptBlocked: "blocked"
    default: "other"
    }
  }
}
