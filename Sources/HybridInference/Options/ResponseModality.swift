/// A kind of content that an answer may hold.
///
/// An open set: an unknown value keeps its name.
public struct ResponseModality: RawRepresentable, Sendable, Hashable, Codable {
  /// The name on the wire.
  public let rawValue: String

  /// Creates a value from its name on the wire.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Text.
  public static let text = ResponseModality(rawValue: "TEXT")
  /// Images.
  public static let image = ResponseModality(rawValue: "IMAGE")
  /// Audio.
  public static let audio = ResponseModality(rawValue: "AUDIO")
}
