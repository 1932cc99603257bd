/// Writes on each piece of one model's answer which model gave it, where, and after which attempts.
///
/// Pure: it is told how much time has passed.
package struct ResponseStamp {
  private let model: any LanguageModel
  private let failures: [RouteAttempt]
  private var namedVersion: String?

  /// Creates a stamp for one answer.
  ///
  /// - Parameters:
  ///   - model: The model that answers.
  ///   - failures: The attempts before it, in order.
  package init(model: any LanguageModel, failures: [RouteAttempt] = []) {
    self.model = model
    self.failures = failures
  }

  /// Stamps a piece, or a whole answer.
  ///
  /// The name that the backend gave in any piece holds for those that follow; without one, it is the
  /// model's. A response that has a route already comes from a router, which has stamped the rest.
  ///
  /// - Parameters:
  ///   - response: The piece.
  ///   - duration: How long the attempt has taken so far.
  ///   - retries: How often the model has repeated its request.
  /// - Returns: The piece with its stamp.
  package mutating func stamp(
    _ response: GenerateContentResponse,
    after duration: Duration,
    retries: Int = 0
  ) -> GenerateContentResponse {
    var response = response
    if response.modelVersion.isEmpty {
      response.modelVersion = namedVersion ?? model.modelName
    } else {
      namedVersion = response.modelVersion
    }
    if response.route.isEmpty {
      response.inferenceSource = model.inferenceSource
      response.route = [
        RouteAttempt(
          modelName: model.modelName,
          inferenceSource: model.inferenceSource,
          outcome: .answered,
          duration: duration,
          retries: retries
        )
      ]
    }
    response.route = failures + response.route
    return response
  }
}
