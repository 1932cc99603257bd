/// How content is rated for one kind of harm.
public struct SafetyRating: Sendable, Hashable {
  /// The kind of harm.
  public var category: HarmCategory
  /// How probable the harm is.
  public var probability: HarmProbability
  /// The same as a number from 0 to 1; 0 where the server gives none.
  public var probabilityScore: Double
  /// How severe the harm is.
  public var severity: HarmSeverity
  /// The same as a number from 0 to 1; 0 where the server gives none.
  public var severityScore: Double
  /// Whether the content was blocked for this rating.
  public var blocked: Bool
  /// The threshold that the server used in place of the one that was set, by its name on the wire
  /// (Vertex AI).
  public var overwrittenThreshold: String?

  /// Creates a rating.
  public init(
    category: HarmCategory,
    probability: HarmProbability,
    probabilityScore: Double = 0,
    severity: HarmSeverity = .unspecified,
    severityScore: Double = 0,
    blocked: Bool = false,
    overwrittenThreshold: String? = nil
  ) {
    self.category = category
    self.probability = probability
    self.probabilityScore = probabilityScore
    self.severity = severity
    self.severityScore = severityScore
    self.blocked = blocked
    self.overwrittenThreshold = overwrittenThreshold
  }
}
