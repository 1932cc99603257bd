/// How severe the harm of content is.
///
/// An open set: an unknown value keeps its name.
public struct HarmSeverity: RawRepresentable, Sendable, Hashable, Codable {
  /// The name on the wire.
  public let rawValue: String

  /// Creates a value from its name on the wire.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Negligible.
  public static let negligible = HarmSeverity(rawValue: "HARM_SEVERITY_NEGLIGIBLE")
  /// Low.
  public static let low = HarmSeverity(rawValue: "HARM_SEVERITY_LOW")
  /// Medium.
  public static let medium = HarmSeverity(rawValue: "HARM_SEVERITY_MEDIUM")
  /// High.
  public static let high = HarmSeverity(rawValue: "HARM_SEVERITY_HIGH")
  /// The server did not say.
  public static let unspecified = HarmSeverity(rawValue: "HARM_SEVERITY_UNSPECIFIED")
}
