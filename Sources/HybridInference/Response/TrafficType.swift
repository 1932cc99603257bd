/// By which kind of traffic a request was served (Vertex AI).
///
/// An open set: an unknown value keeps its name.
public struct TrafficType: RawRepresentable, Sendable, Hashable, Codable {
  /// The name on the wire.
  public let rawValue: String

  /// Creates a value from its name on the wire.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Paid by use.
  public static let onDemand = TrafficType(rawValue: "ON_DEMAND")
  /// Paid by use, before others.
  public static let onDemandPriority = TrafficType(rawValue: "ON_DEMAND_PRIORITY")
  /// Paid by use, after others.
  public static let onDemandFlex = TrafficType(rawValue: "ON_DEMAND_FLEX")
  /// Out of a throughput that was bought in advance.
  public static let provisionedThroughput = TrafficType(rawValue: "PROVISIONED_THROUGHPUT")
  /// The server did not say.
  public static let unspecified = TrafficType(rawValue: "TRAFFIC_TYPE_UNSPECIFIED")
}
