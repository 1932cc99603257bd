/// One model that can answer a request.
///
/// Backends conform to it, and so does ``HybridModel``: models compose. A model is stateless by
/// contract, since the request carries the whole conversation. A backend may keep caches.
///
/// A model throws ``GenerationError``, or `CancellationError` when its task was cancelled. It
/// passes finish reasons and blocked prompts on as they are: ``GenerativeModelSession`` and
/// ``HybridModel`` judge them, the same for every model.
public protocol LanguageModel: Sendable {
  /// The model's name. It becomes `modelVersion` when the backend's answer names no model.
  var modelName: String { get }

  /// Where the model runs.
  var inferenceSource: InferenceSource { get }

  /// Whether the model can be used now. Looked up again at every read.
  var availability: Availability { get }

  /// Whether the model can go on with an answer that another one began; see
  /// ``ModelRequest/continuesAnswer``.
  var continuesAnswers: Bool { get }

  /// Says what in the request this model does not support, or `nil` when it supports all of it.
  ///
  /// A decision on the request alone: it never does I/O and never waits.
  func unsupportedReason(for request: ModelRequest) -> String?

  /// Answers the request in one piece.
  func generateContent(_ request: ModelRequest) async throws -> GenerateContentResponse

  /// Answers the request piece by piece.
  ///
  /// Each element holds what is new since the one before it. The one that ends the answer carries
  /// a finish reason. Work stops when the stream's reader is cancelled or drops it.
  func streamContent(
    _ request: ModelRequest
  ) -> AsyncThrowingStream<GenerateContentResponse, any Error>

  /// Counts the tokens of the whole request as this model reads it.
  func countTokens(_ request: ModelRequest) async throws -> CountTokensResponse

  /// Gets ready to answer a request that begins like this one. Returns at once.
  func prewarm(_ request: ModelRequest)
}

extension LanguageModel {
  /// Whether the model can be used now.
  public var isAvailable: Bool { availability == .available }

  /// By default a model is always available.
  public var availability: Availability { .available }

  /// By default a model begins each answer itself.
  public var continuesAnswers: Bool { false }

  /// By default a model supports every request.
  public func unsupportedReason(for request: ModelRequest) -> String? { nil }

  /// By default there is nothing to get ready.
  public func prewarm(_ request: ModelRequest) {}

  /// Whether the model, or one that it is made of, runs where a mode allows.
  package func runs(in mode: InferenceMode) -> Bool {
    mode.sources.contains { runs(in: $0) }
  }

  /// Whether the model, or one that it is made of and may ask, runs there.
  func runs(in source: InferenceSource) -> Bool {
    guard let hybrid = self as? HybridModel else { return inferenceSource == source }
    if let only = hybrid.mode?.onlySource, only != source { return false }
    return hybrid.primary.runs(in: source) || hybrid.secondary.runs(in: source)
  }

  /// The error of a request that this model would refuse without trying, or `nil`.
  package func refusal(of request: ModelRequest) -> GenerationError? {
    if case .unavailable(let reason) = availability {
      let detail = (self as? any UnavailabilityExplaining)?.unavailabilityDetail
      return .assetsUnavailable(reason: reason, detail: detail)
    }
    let modes = [request.options.inferenceMode, request.inheritedMode].compactMap(\.self)
    if !modes.allSatisfy(runs(in:)) {
      let place = inferenceSource == .onDevice ? "on the device" : "in the cloud"
      return .unsupportedPromptContent(reason: "it runs \(place), and the request is not to")
    }
    if request.continuesAnswer, !continuesAnswers {
      return .unsupportedPromptContent(reason: "it cannot go on with the beginning of an answer")
    }
    guard let reason = unsupportedReason(for: request) else { return nil }
    return (self as? any ContextLimited)?.contextOverflow(of: request)
      ?? .unsupportedPromptContent(reason: reason)
  }
}

/// A model that can tell before it runs that a request does not fit into its context.
package protocol ContextLimited {
  /// The error of a request that does not fit, where that can be told at once; else `nil`.
  func contextOverflow(of request: ModelRequest) -> GenerationError?
}

/// A model that can say in words why it is unavailable, for example which file it misses.
package protocol UnavailabilityExplaining {
  /// Why the model cannot be used now; `nil` when it can.
  var unavailabilityDetail: String? { get }
}
