/// How finely media in the prompt are read.
///
/// An open set: an unknown value keeps its name.
public struct MediaResolution: RawRepresentable, Sendable, Hashable, Codable {
  /// The name on the wire.
  public let rawValue: String

  /// Creates a value from its name on the wire.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// 64 tokens an image.
  public static let low = MediaResolution(rawValue: "MEDIA_RESOLUTION_LOW")
  /// 256 tokens an image.
  public static let medium = MediaResolution(rawValue: "MEDIA_RESOLUTION_MEDIUM")
  /// Zoomed, with 256 tokens.
  public static let high = MediaResolution(rawValue: "MEDIA_RESOLUTION_HIGH")
  /// As finely as the model can; for single parts only.
  public static let ultraHigh = MediaResolution(rawValue: "MEDIA_RESOLUTION_ULTRA_HIGH")
}
