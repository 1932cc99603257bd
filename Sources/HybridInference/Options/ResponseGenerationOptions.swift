/// The options of one request: for the cloud model, for the on-device model, or for both.
///
/// Each model reads its own and ignores the other's.
public struct ResponseGenerationOptions: Sendable, Hashable {
  /// For a cloud model.
  ///
  /// Values here win over those that the model was made with.
  public var gemini: GenerationConfig?
  /// For the on-device model.
  public var foundationModels: GenerationOptions?

  /// Creates options for the kinds of model that are given.
  public init(gemini: GenerationConfig? = nil, foundationModels: GenerationOptions? = nil) {
    self.gemini = gemini
    self.foundationModels = foundationModels
  }
}
