/// A value that a model made: text, a number, an object and so on, as JSON has them.
///
/// In a stream a value may be unfinished, and each value in it says so of itself: see ``isComplete``.
public struct GeneratedContent: Sendable, Hashable {
  /// What the value is.
  ///
  /// Objects are equal when their properties are; the order does not count.
  public enum Kind: Sendable {
    /// JSON's `null`.
    case null
    /// A truth value.
    case bool(Bool)
    /// A whole number that fits 64 bits with sign.
    case integer(Int64)
    /// A whole number that fits 64 bits only without sign.
    case unsignedInteger(UInt64)
    /// Any other number.
    case number(Double)
    /// A text.
    case string(String)
    /// Values in order.
    case array([GeneratedContent])
    /// Values by name, and the order of the names.
    case structure(properties: [String: GeneratedContent], orderedKeys: [String])

    /// An object without any properties.
    public static let emptyStructure = Kind.structure(properties: [:], orderedKeys: [])
  }

  /// What the value is.
  public var kind: Kind
  /// Whether the model has finished the value.
  ///
  /// In a stream: of the whole not before the last snapshot; of a property as soon as it has ended.
  public var isComplete: Bool

  /// Creates a value.
  public init(kind: Kind, isComplete: Bool = true) {
    self.kind = kind
    self.isComplete = isComplete
  }

  /// Creates an object of properties in order; of two of one name the last counts.
  public init(
    properties: KeyValuePairs<String, GeneratedContent>,
    isComplete: Bool = true
  ) {
    var values: [String: GeneratedContent] = [:]
    var names: [String] = []
    for (name, value) in properties where values.updateValue(value, forKey: name) == nil {
      names.append(name)
    }
    self.init(
      kind: .structure(properties: values, orderedKeys: names),
      isComplete: isComplete
    )
  }
}

extension GeneratedContent.Kind: Hashable {
  /// Whether two values are the same; the order of an object's properties does not count.
  public static func == (first: Self, second: Self) -> Bool {
    switch (first, second) {
    case (.null, .null): true
    case (.bool(let first), .bool(let second)): first == second
    case (.integer(let first), .integer(let second)): first == second
    case (.unsignedInteger(let first), .unsignedInteger(let second)): first == second
    case (.number(let first), .number(let second)): first == second
    case (.string(let first), .string(let second)): first == second
    case (.array(let first), .array(let second)): first == second
    case (.structure(let first, _), .structure(let second, _)): first == second
    default: false
    }
  }

  /// Adds what makes the value the same as another.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let value): hasher.combine(value)
    case .integer(let value): hasher.combine(value)
    case .unsignedInteger(let value): hasher.combine(value)
    case .number(let value): hasher.combine(value)
    case .string(let value): hasher.combine(value)
    case .array(let elements): hasher.combine(elements)
    case .structure(let properties, _): hasher.combine(properties)
    }
  }
}
