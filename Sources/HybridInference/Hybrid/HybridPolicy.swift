/// When a ``HybridModel`` turns from its primary model to its secondary one.
public struct HybridPolicy: Sendable {
  /// The documented behaviour.
  ///
  /// - An on-device primary that is unavailable, does not support the request, or fails before it
  ///   gave any content: the secondary answers.
  /// - A cloud primary while the device is offline: the secondary answers. Anything else that goes
  ///   wrong with it is thrown.
  public static let `default` = HybridPolicy()

  /// Creates the default policy.
  public init() {}

  /// Whether the secondary may answer after the primary failed without having given any content.
  func fallsBack(from source: InferenceSource, after error: GenerationError) -> Bool {
    switch source {
    case .onDevice: true
    case .inCloud: error.isOffline
    }
  }
}
