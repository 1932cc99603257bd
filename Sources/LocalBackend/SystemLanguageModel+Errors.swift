import HybridInference

extension SystemLanguageModel {
  /// Any error from below as the one that callers see.
  func callerError(from error: any Error) -> any Error {
    if error is CancellationError || Task.isCancelled { return CancellationError() }
    return switch error {
    case let error as GenerationError: error
    case let error as Unavailability: error.error
    case let error as LlamaError: error.callerError(path: path)
    default: GenerationError.internalError(reason: "\(type(of: error))")
    }
  }
}

extension LlamaError {
  /// The error as callers see it.
  fileprivate func callerError(path: String) -> GenerationError {
    switch self {
    case .modelRefused, .unsuitableModel, .unknownTemplate:
      .assetsUnavailable(reason: .modelNotReady, detail: "\(path): \(description)")
    case .contextRefused:
      .assetsUnavailable(reason: .deviceNotEligible, detail: "\(path): \(description)")
    case .stepFailed, .notTokenizable, .noFittingToken, .loadStopped:
      .internalError(reason: description)
    }
  }
}
