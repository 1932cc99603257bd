/// Which frames of a video a model looks at.
public struct VideoMetadata: Sendable, Hashable, Codable {
  /// Where to begin, in seconds from the start; `nil`: at the start.
  public var startOffset: Double?
  /// Where to end, in seconds from the start; `nil`: at the end.
  public var endOffset: Double?
  /// How many frames a second to look at, above 0 and at most 24; `nil`: one.
  public var fps: Double?

  /// Creates the metadata.
  public init(startOffset: Double? = nil, endOffset: Double? = nil, fps: Double? = nil) {
    self.startOffset = startOffset
    self.endOffset = endOffset
    self.fps = fps
  }
}
