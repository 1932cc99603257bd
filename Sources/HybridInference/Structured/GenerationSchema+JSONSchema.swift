/// To and from JSON Schema (2020-12, the keywords that ``GenerationSchema`` has a member for).
extension GenerationSchema: Codable {
  private struct Name: CodingKey {
    let stringValue: String
    let intValue: Int? = nil

    init(_ name: String) {
      stringValue = name
    }

    init(stringValue: String) {
      self.stringValue = stringValue
    }

    init?(intValue: Int) {
      nil
    }
  }

  private enum Keyword: String, CodingKey, CaseIterable {
    case type
    case title
    case description
    case properties
    case required
    case propertyOrdering
    case items
    case minItems
    case maxItems
    case pattern
    case format
    case `enum`
    case minimum
    case maximum
    case anyOf
    case additionalProperties
  }

  /// Writes the schema as JSON Schema.
  ///
  /// The order of properties is written as `propertyOrdering`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keyword.self)
    try container.encodeIfPresent(title, forKey: .title)
    try container.encodeIfPresent(description, forKey: .description)
    switch node {
    case .object(let properties):
      try container.encode("object", forKey: .type)
      try Self.encode(properties, into: &container)
    case .array(let items, let minItems, let maxItems):
      try container.encode("array", forKey: .type)
      try container.encode(items, forKey: .items)
      try container.encodeIfPresent(minItems, forKey: .minItems)
      try container.encodeIfPresent(maxItems, forKey: .maxItems)
    case .string(let pattern, let format):
      try container.encode("string", forKey: .type)
      try container.encodeIfPresent(pattern, forKey: .pattern)
      try container.encodeIfPresent(format, forKey: .format)
    case .enumeration(let values):
      try container.encode("string", forKey: .type)
      try container.encode(values, forKey: .enum)
    case .integer(let minimum, let maximum):
      try container.encode("integer", forKey: .type)
      try container.encodeIfPresent(minimum, forKey: .minimum)
      try container.encodeIfPresent(maximum, forKey: .maximum)
    case .double(let minimum, let maximum):
      try container.encode("number", forKey: .type)
      try container.encodeIfPresent(minimum, forKey: .minimum)
      try container.encodeIfPresent(maximum, forKey: .maximum)
    case .boolean:
      try container.encode("boolean", forKey: .type)
    case .anyOf(let schemas):
      try container.encode(schemas, forKey: .anyOf)
    }
  }

  private static func encode(
    _ properties: [Property],
    into container: inout KeyedEncodingContainer<Keyword>
  ) throws {
    var named = container.nestedContainer(keyedBy: Name.self, forKey: .properties)
    for property in properties {
      try named.encode(property.schema, forKey: Name(property.name))
    }
    try container.encode(properties.filter { !$0.isOptional }.map(\.name), forKey: .required)
    try container.encode(properties.map(\.name), forKey: .propertyOrdering)
  }

  /// Reads a JSON Schema.
  ///
  /// A keyword that is not supported throws `DecodingError` with its name.
  public init(from decoder: any Decoder) throws {
    for key in try decoder.container(keyedBy: Name.self).allKeys
    where Keyword(rawValue: key.stringValue) == nil {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "The JSON Schema keyword “\(key.stringValue)” is not supported."
        )
      )
    }
    let container = try decoder.container(keyedBy: Keyword.self)
    self.init(
      try Self.decodeNode(from: container),
      title: try container.decodeIfPresent(String.self, forKey: .title),
      description: try container.decodeIfPresent(String.self, forKey: .description)
    )
  }

  private static func decodeNode(from container: KeyedDecodingContainer<Keyword>) throws -> Node {
    func value<Value: Decodable>(_ key: Keyword) throws -> Value? {
      try container.decodeIfPresent(Value.self, forKey: key)
    }
    if let schemas: [GenerationSchema] = try value(.anyOf) { return .anyOf(schemas) }
    if let values: [String] = try value(.enum) { return .enumeration(values) }
    switch try container.decode(String.self, forKey: .type) {
    case "object":
      return .object(properties: try decodeProperties(from: container))
    case "array":
      return .array(
        items: try container.decode(GenerationSchema.self, forKey: .items),
        minItems: try value(.minItems),
        maxItems: try value(.maxItems)
      )
    case "string":
      return .string(pattern: try value(.pattern), format: try value(.format))
    case "integer":
      return .integer(minimum: try value(.minimum), maximum: try value(.maximum))
    case "number":
      return .double(minimum: try value(.minimum), maximum: try value(.maximum))
    case "boolean":
      return .boolean
    case let type:
      throw DecodingError.dataCorruptedError(
        forKey: .type,
        in: container,
        debugDescription: "The type “\(type)” is not supported."
      )
    }
  }

  private static func decodeProperties(
    from container: KeyedDecodingContainer<Keyword>
  ) throws -> [Property] {
    guard container.contains(.properties) else { return [] }
    let named = try container.nestedContainer(keyedBy: Name.self, forKey: .properties)
    let required = try container.decodeIfPresent([String].self, forKey: .required) ?? []
    let ordering = try container.decodeIfPresent([String].self, forKey: .propertyOrdering) ?? []
    let names = named.allKeys.map(\.stringValue).sorted { first, second in
      let firstPosition = ordering.firstIndex(of: first) ?? ordering.count
      let secondPosition = ordering.firstIndex(of: second) ?? ordering.count
      return (firstPosition, first) < (secondPosition, second)
    }
    return try names.map { name in
      Property(
        name: name,
        schema: try named.decode(GenerationSchema.self, forKey: Name(name)),
        isOptional: !required.contains(name)
      )
    }
  }
}
