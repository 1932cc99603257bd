/// What a model is told of one property beyond its type.
public struct GenerationGuide: Sendable, Hashable {
  /// What the property means.
  public var description: String?
  /// The least and greatest value of a number.
  public var range: ClosedRange<Double>?
  /// The least and greatest number of elements of an array.
  public var count: ClosedRange<Int>?
  /// A regular expression that a string matches.
  public var pattern: String?
  /// The only values that a string may have.
  public var allowedValues: [String]?

  /// Creates a guide.
  public init(
    description: String? = nil,
    range: ClosedRange<Double>? = nil,
    count: ClosedRange<Int>? = nil,
    pattern: String? = nil,
    allowedValues: [String]? = nil
  ) {
    self.description = description
    self.range = range
    self.count = count
    self.pattern = pattern
    self.allowedValues = allowedValues
  }
}
