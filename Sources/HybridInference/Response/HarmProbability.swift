/// How probable it is that content is harmful.
///
/// An open set: an unknown value keeps its name.
public struct HarmProbability: RawRepresentable, Sendable, Hashable, Codable {
  /// The name on the wire.
  public let rawValue: String

  /// Creates a value from its name on the wire.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Negligible.
  public static let negligible = HarmProbability(rawValue: "NEGLIGIBLE")
  /// Low.
  public static let low = HarmProbability(rawValue: "LOW")
  /// Medium.
  public static let medium = HarmProbability(rawValue: "MEDIUM")
  /// High.
  public static let high = HarmProbability(rawValue: "HIGH")
  /// The server did not say.
  public static let unspecified = HarmProbability(rawValue: "HARM_PROBABILITY_UNSPECIFIED")
}
