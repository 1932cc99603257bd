/// A kind of content that tokens are counted for.
///
/// An open set: an unknown value keeps its name.
public struct ContentModality: RawRepresentable, Sendable, Hashable, Codable {
  /// The name on the wire.
  public let rawValue: String

  /// Creates a value from its name on the wire.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Text.
  public static let text = ContentModality(rawValue: "TEXT")
  /// Images.
  public static let image = ContentModality(rawValue: "IMAGE")
  /// Video.
  public static let video = ContentModality(rawValue: "VIDEO")
  /// Audio.
  public static let audio = ContentModality(rawValue: "AUDIO")
  /// Documents, for example PDF.
  public static let document = ContentModality(rawValue: "DOCUMENT")
  /// The server did not say.
  public static let unspecified = ContentModality(rawValue: "MODALITY_UNSPECIFIED")
}
