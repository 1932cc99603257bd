/// Two models as one: a preferred model, and one that answers when the preferred one cannot.
///
/// The order of the two is the inference mode. An on-device primary with a cloud secondary prefers
/// the device; the other way round it prefers the cloud. Each response says which model answered
/// (`modelVersion`, `inferenceSource`) and which were tried (`route`). Hybrids nest.
///
/// Copies of a hybrid share what it knows of outages; see ``CoolDown``.
public struct HybridModel: LanguageModel {
  /// The preferred model.
  public let primary: any LanguageModel
  /// The model that answers when the preferred one cannot.
  public let secondary: any LanguageModel
  /// When to turn from the one to the other.
  public let policy: HybridPolicy
  /// Which kinds of model answer requests that do not say; `nil`: both, the primary first.
  public let mode: InferenceMode?
  let clock: RouteClock
  let outages = OutageMemory()

  /// Creates a hybrid of two models.
  public init(
    primary: any LanguageModel,
    secondary: any LanguageModel,
    policy: HybridPolicy = .default
  ) {
    self.init(primary: primary, secondary: secondary, policy: policy, clock: .continuous)
  }

  /// Creates a hybrid of a model on the device and one in the cloud.
  ///
  /// - Parameters:
  ///   - onDevice: The model on the device.
  ///   - inCloud: The model in the cloud.
  ///   - mode: Which of them may answer, and which is asked first; a request can ask for another
  ///     mode. As a model of another hybrid, one that allows a single place keeps to it, whatever a
  ///     request or the other hybrid says.
  ///   - policy: When to turn from the one to the other.
  public init(
    onDevice: any LanguageModel,
    inCloud: any LanguageModel,
    mode: InferenceMode,
    policy: HybridPolicy = .default
  ) {
    let isDeviceFirst = mode.sources[0] == .onDevice
    self.init(
      primary: isDeviceFirst ? onDevice : inCloud,
      secondary: isDeviceFirst ? inCloud : onDevice,
      policy: policy,
      mode: mode,
      clock: .continuous
    )
  }

  /// Creates a hybrid with a clock of its own.
  package init(
    primary: any LanguageModel,
    secondary: any LanguageModel,
    policy: HybridPolicy,
    mode: InferenceMode? = nil,
    clock: RouteClock
  ) {
    self.primary = primary
    self.secondary = secondary
    self.policy = policy
    self.mode = mode
    self.clock = clock
  }

  /// The names of both models.
  public var modelName: String { "\(primary.modelName) or \(secondary.modelName)" }

  /// Where the preferred model runs.
  public var inferenceSource: InferenceSource { primary.inferenceSource }

  /// Whether both models can.
  public var continuesAnswers: Bool { primary.continuesAnswers && secondary.continuesAnswers }

  /// Available when a model is that may answer: the first one, or the other in its place.
  public var availability: Availability {
    let route = route(for: ModelRequest(transcript: Transcript()))
    let models = route.choices.map(model)
    guard let first = models.first else { return .unavailable(.other("no model may answer")) }
    let availability = first.availability
    guard case .unavailable(let reason) = availability, let next = models.dropFirst().first,
      fallsBack(from: first, after: .assetsUnavailable(reason: reason), of: route.request)
    else { return availability }
    return next.availability
  }

  /// What neither of the models that may answer supports.
  public func unsupportedReason(for request: ModelRequest) -> String? {
    let route = route(for: request)
    let models = route.choices.map(model)
    guard let first = models.first else { return "no model may answer it where it is to run" }
    let reason = unsupportedReason(for: route.request, of: first)
    guard let reason, let next = models.dropFirst().first,
      fallsBack(from: first, after: .unsupportedPromptContent(reason: reason), of: route.request)
    else { return reason }
    return unsupportedReason(for: route.request, of: next)
  }

  private func unsupportedReason(
    for request: ModelRequest,
    of model: any LanguageModel
  ) -> String? {
    let reason = model.unsupportedReason(for: request)
    guard reason != nil, policy.replacesEarlierMedia,
      let replaced = request.replacingEarlierMedia(),
      model.unsupportedReason(for: replaced) == nil
    else { return reason }
    return nil
  }

  /// Answers with the first model, or with the other one where the policy says so.
  public func generateContent(_ request: ModelRequest) async throws -> GenerateContentResponse {
    try await answer(to: request, as: .whole)
  }

  /// Answers with the first model, or with the other one where the policy says so.
  ///
  /// Unless the policy says otherwise, an answer that has begun is not taken over by another model.
  public func streamContent(
    _ request: ModelRequest
  ) -> AsyncThrowingStream<GenerateContentResponse, any Error> {
    conduct(request, as: .streamed)
  }

  /// Counts with the model that would be asked first, or with the other where that one cannot.
  public func countTokens(_ request: ModelRequest) async throws -> CountTokensResponse {
    try await answer(to: request, as: .count)
  }

  /// Gets the model ready that would be asked first.
  public func prewarm(_ request: ModelRequest) {
    let route = route(for: request)
    for choice in route.choices {
      let model = model(choice)
      if let request = try? admitted(route.request, by: model) { return model.prewarm(request) }
    }
    if let first = route.choices.first { model(first).prewarm(route.request) }
  }
}

extension LanguageModel where Self == HybridModel {
  /// Two models as one: `primary` is preferred, and `secondary` answers when it cannot.
  public static func hybridModel(
    primary: any LanguageModel,
    secondary: any LanguageModel,
    policy: HybridPolicy = .default
  ) -> HybridModel {
    HybridModel(primary: primary, secondary: secondary, policy: policy)
  }

  /// A model on the device and one in the cloud as one.
  public static func hybridModel(
    onDevice: any LanguageModel,
    inCloud: any LanguageModel,
    mode: InferenceMode,
    policy: HybridPolicy = .default
  ) -> HybridModel {
    HybridModel(onDevice: onDevice, inCloud: inCloud, mode: mode, policy: policy)
  }
}
