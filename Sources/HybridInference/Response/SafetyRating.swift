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

  /// Creates a rating.
  public init(
    category: HarmCategory,
    probability: HarmProbability,
    probabilityScore: Double = 0,
    severity: HarmSeverity = .unspecified,
    severityScore: Double = 0,
    blocked: Bool = false
  ) {
    self.category = category
    self.probability = probability
    self.probabilityScore = probabilityScore
    self.severity = severity
    self.severityScore = severityScore
    self.blocked = blocked
  }
}
