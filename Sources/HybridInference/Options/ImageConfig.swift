/// How a cloud model makes images.
public struct ImageConfig: Sendable, Hashable {
  /// Width to height, for example `16:9`; `nil` leaves it to the model.
  public var aspectRatio: String?
  /// The size, for example `1K`, `2K` or `4K`; `nil` leaves it to the model.
  public var imageSize: String?

  /// Creates a configuration.
  public init(aspectRatio: String? = nil, imageSize: String? = nil) {
    self.aspectRatio = aspectRatio
    self.imageSize = imageSize
  }
}
