@testable import HybridInference

/// What can go wrong with a model, for random routes.
enum RouteFault: Int, CaseIterable, Hashable {
  case offline
  case timedOut
  case connectionLost
  case engineFailed
  case serverError
  case badRequest
  case unavailable
  case unsupported
  case unreadable

  var error: GenerationError {
    switch self {
    case .offline: .offline
    case .timedOut: .timedOut
    case .connectionLost: .connectionLost
    case .engineFailed: .internalError
    case .serverError: .backend(.init(code: 503))
    case .badRequest: .backend(.init(code: 400))
    case .unavailable: .assetsUnavailable
    case .unsupported: .unsupportedPromptContent
    case .unreadable: .decodingFailure
    }
  }

  init?(_ error: GenerationError) {
    switch error {
    case .offline: self = .offline
    case .timedOut: self = .timedOut
    case .connectionLost: self = .connectionLost
    case .internalError: self = .engineFailed
    case .backend(let error): self = error.code == 503 ? .serverError : .badRequest
    case .assetsUnavailable: self = .unavailable
    case .unsupportedPromptContent: self = .unsupported
    case .decodingFailure: self = .unreadable
    default: return nil
    }
  }

  /// Whether the model was lost, and not its answer judged.
  var isLoss: Bool {
    switch self {
    case .offline, .timedOut, .connectionLost, .engineFailed, .serverError, .unavailable: true
    case .badRequest, .unsupported, .unreadable: false
    }
  }
}

/// A policy that can be looked into.
struct RoutePolicySample {
  enum Rule: CaseIterable {
    case automatic
    case never
    case onAnyError
    case onlyServerErrors
  }

  var rule: Rule
  var deadline: Duration?
  var hedge: Duration?
  var continues: Bool

  /// Before any content.
  func fallsBack(from source: InferenceSource, after fault: RouteFault) -> Bool {
    switch rule {
    case .automatic: source == .onDevice || fault == .offline
    case .never: false
    case .onAnyError: true
    case .onlyServerErrors: fault == .serverError
    }
  }

  /// In the middle of an answer.
  func goesOn(after fault: RouteFault) -> Bool {
    fault.isLoss && (rule != .onlyServerErrors || fault == .serverError)
  }

  /// The policy itself.
  var policy: HybridPolicy {
    let fallback: HybridPolicy.Fallback =
      switch rule {
      case .automatic: .automatic
      case .never: .never
      case .onAnyError: .onAnyError
      case .onlyServerErrors: .when { RouteFault($0.error) == .serverError }
      }
    return HybridPolicy(
      fallback: fallback,
      firstContentDeadline: deadline,
      hedgeDelay: hedge,
      continuesInterruptedStreams: continues
    )
  }
}

/// Something that happens to a route.
enum RouteEventSample {
  case started(RoutePlan.Choice, RoutePlan.Role)
  case refused(RoutePlan.Choice, RoutePlan.Role, RouteFault)
  case content(RoutePlan.Choice)
  case ended(RoutePlan.Choice)
  case failed(RoutePlan.Choice, RouteFault)
  case hedge
  case deadline

  /// The event itself.
  var event: RoutePlan.Event {
    switch self {
    case .started(let choice, let role): .started(choice, role)
    case .refused(let choice, let role, let fault): .refused(choice, role, fault.error)
    case .content(let choice): .content(choice)
    case .ended(let choice): .ended(choice)
    case .failed(let choice, let fault): .failed(choice, fault.error, retries: 0)
    case .hedge: .timeIsOver(.hedge)
    case .deadline: .timeIsOver(.firstContent)
    }
  }
}

extension RouteReference.Step {
  /// An action as a step; `nil` for a line for the log.
  init?(_ action: RoutePlan.Action) {
    switch action {
    case .ask(let choice, let role): self = .ask(choice, role)
    case .start(let timer, _): self = .start(timer)
    case .cancel(let choice): self = .cancel(choice)
    case .take(let choice): self = .take(choice)
    case .finish: self = .finish
    case .fail(.allModelsFailed(let attempts)):
      self = .fail(attempts.compactMap { $0.error.flatMap(RouteFault.init) })
    case .fail(let error): self = .fail([error].compactMap(RouteFault.init))
    case .log: return nil
    }
  }
}
