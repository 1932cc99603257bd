/// The shape that a model's answer has to fit.
///
/// Schemas are made by hand with the functions below, or read from JSON Schema.
public struct GenerationSchema: Sendable, Hashable {
  package indirect enum Node: Sendable, Hashable {
    case object(properties: [Property])
    case array(items: GenerationSchema, minItems: Int?, maxItems: Int?)
    case string(pattern: String?, format: String?)
    case enumeration([String])
    case integer(minimum: Int?, maximum: Int?)
    case double(minimum: Double?, maximum: Double?)
    case boolean
    case anyOf([GenerationSchema])
  }

  package struct Property: Sendable, Hashable {
    package var name: String
    package var schema: GenerationSchema
    package var isOptional: Bool
  }

  package var node: Node
  package var title: String?
  package var description: String?

  package init(_ node: Node, title: String? = nil, description: String? = nil) {
    self.node = node
    self.title = title
    self.description = description
  }
}

extension GenerationSchema {
  /// An object.
  ///
  /// - Parameters:
  ///   - properties: The properties and their schemas, in the order in which they are written.
  ///   - optionalProperties: The names of those that may be left out.
  ///   - title: A name for the object.
  ///   - description: What the object means.
  /// - Returns: The schema.
  public static func object(
    properties: KeyValuePairs<String, GenerationSchema>,
    optionalProperties: [String] = [],
    title: String? = nil,
    description: String? = nil
  ) -> GenerationSchema {
    let properties = properties.map { name, schema in
      Property(name: name, schema: schema, isOptional: optionalProperties.contains(name))
    }
    return .init(.object(properties: properties), title: title, description: description)
  }

  /// An array of values of one schema, of a least and a greatest number of them.
  public static func array(
    items: GenerationSchema,
    minItems: Int? = nil,
    maxItems: Int? = nil,
    description: String? = nil
  ) -> GenerationSchema {
    .init(.array(items: items, minItems: minItems, maxItems: maxItems), description: description)
  }

  /// A text, that matches a regular expression or has a format such as `date-time` where given.
  public static func string(
    pattern: String? = nil,
    format: String? = nil,
    description: String? = nil
  ) -> GenerationSchema {
    .init(.string(pattern: pattern, format: format), description: description)
  }

  /// One of several texts.
  public static func enumeration(
    _ values: [String],
    description: String? = nil
  ) -> GenerationSchema {
    .init(.enumeration(values), description: description)
  }

  /// A whole number, within bounds where given.
  public static func integer(
    minimum: Int? = nil,
    maximum: Int? = nil,
    description: String? = nil
  ) -> GenerationSchema {
    .init(.integer(minimum: minimum, maximum: maximum), description: description)
  }

  /// A number, within bounds where given.
  public static func double(
    minimum: Double? = nil,
    maximum: Double? = nil,
    description: String? = nil
  ) -> GenerationSchema {
    .init(.double(minimum: minimum, maximum: maximum), description: description)
  }

  /// A truth value.
  public static func boolean(description: String? = nil) -> GenerationSchema {
    .init(.boolean, description: description)
  }

  /// A value that fits any of several schemas.
  public static func anyOf(
    _ schemas: [GenerationSchema],
    description: String? = nil
  ) -> GenerationSchema {
    .init(.anyOf(schemas), description: description)
  }
}
