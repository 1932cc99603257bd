/// How much a model thinks before it answers.
///
/// An open set: an unknown value keeps its name.
public struct ThinkingLevel: RawRepresentable, Sendable, Hashable, Codable {
  /// The name on the wire.
  public let rawValue: String

  /// Creates a value from its name on the wire.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// As little as the model can.
  public static let minimal = ThinkingLevel(rawValue: "MINIMAL")
  /// Little: for speed.
  public static let low = ThinkingLevel(rawValue: "LOW")
  /// Balanced.
  public static let medium = ThinkingLevel(rawValue: "MEDIUM")
  /// Deeply.
  public static let high = ThinkingLevel(rawValue: "HIGH")
}
