/// The tokens of one kind of content.
public struct ModalityTokenCount: Sendable, Hashable {
  /// The kind of content.
  public var modality: ContentModality
  /// The number of tokens.
  public var tokenCount: Int

  /// Creates a count.
  public init(modality: ContentModality, tokenCount: Int = 0) {
    self.modality = modality
    self.tokenCount = tokenCount
  }
}
