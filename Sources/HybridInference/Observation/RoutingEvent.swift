/// Something that happened on the way to an answer.
public enum RoutingEvent: Sendable {
  /// A model is asked first.
  case attempt(modelName: String, inferenceSource: InferenceSource)
  /// A model is asked in another one's place, which failed or took too long.
  case fallback(modelName: String, inferenceSource: InferenceSource)
  /// A model is asked while another one still works.
  case hedge(modelName: String, inferenceSource: InferenceSource)
  /// A model goes on with an answer whose model was lost.
  case continuation(modelName: String, inferenceSource: InferenceSource)
  /// A backend repeats its request, for the so-manieth time.
  case retry(modelName: String, number: Int)
  /// A model was offline, and is left alone for a time.
  case coolDown(modelName: String, duration: Duration)
  /// An attempt has ended: with the answer, or without.
  ///
  /// Of an answer: the tokens that it cost, where the model told, and the time from asking to the
  /// first content. An answer in one piece is its own first content.
  case attemptEnded(
    RouteAttempt,
    usage: UsageMetadata? = nil,
    timeToFirstContent: Duration? = nil
  )

  /// A model is asked.
  static func asking(_ model: any LanguageModel, as role: RoutePlan.Role) -> RoutingEvent {
    let (name, source) = (model.modelName, model.inferenceSource)
    return switch role {
    case .first: .attempt(modelName: name, inferenceSource: source)
    case .fallback: .fallback(modelName: name, inferenceSource: source)
    case .hedge: .hedge(modelName: name, inferenceSource: source)
    case .continuation: .continuation(modelName: name, inferenceSource: source)
    }
  }
}
