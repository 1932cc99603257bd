public import HybridInference

/// From which rating on content of one kind of harm is blocked.
public struct SafetySetting: Sendable, Hashable {
  /// The rating from which on content is blocked.
  ///
  /// An open set: an unknown value keeps its name.
  public struct HarmBlockThreshold: RawRepresentable, Sendable, Hashable, Codable {
    /// The name on the wire.
    public let rawValue: String

    /// Creates a threshold from its name on the wire.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// Only negligible harm passes.
    public static let blockLowAndAbove = HarmBlockThreshold(rawValue: "BLOCK_LOW_AND_ABOVE")
    /// Negligible and low harm pass.
    public static let blockMediumAndAbove = HarmBlockThreshold(rawValue: "BLOCK_MEDIUM_AND_ABOVE")
    /// All but high harm passes.
    public static let blockOnlyHigh = HarmBlockThreshold(rawValue: "BLOCK_ONLY_HIGH")
    /// Everything passes; it is still rated.
    public static let blockNone = HarmBlockThreshold(rawValue: "BLOCK_NONE")
    /// Everything passes, and nothing is rated.
    public static let off = HarmBlockThreshold(rawValue: "OFF")
  }

  /// What the threshold is compared with (Vertex AI only).
  ///
  /// An open set: an unknown value keeps its name.
  public struct HarmBlockMethod: RawRepresentable, Sendable, Hashable, Codable {
    /// The name on the wire.
    public let rawValue: String

    /// Creates a method from its name on the wire.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// How severe and how probable the harm is.
    public static let severity = HarmBlockMethod(rawValue: "SEVERITY")
    /// How probable the harm is.
    public static let probability = HarmBlockMethod(rawValue: "PROBABILITY")
  }

  /// The kind of harm.
  public var harmCategory: HarmCategory
  /// The rating from which on content is blocked.
  public var threshold: HarmBlockThreshold
  /// What the threshold is compared with; `nil` leaves it to the server.
  ///
  /// Vertex AI only: the Developer API does not take one.
  public var method: HarmBlockMethod?

  /// Creates a setting.
  public init(
    harmCategory: HarmCategory,
    threshold: HarmBlockThreshold,
    method: HarmBlockMethod? = nil
  ) {
    self.harmCategory = harmCategory
    self.threshold = threshold
    self.method = method
  }
}
