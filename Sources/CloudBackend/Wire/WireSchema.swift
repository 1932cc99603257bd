extension Wire {
  /// A schema in the API's older notation.
  struct Schema: Encodable {
    var type: String?
    var format: String?
    var title: String?
    var description: String?
    var nullable: Bool?
    var `enum`: [String]?
    var pattern: String?
    var minimum: Double?
    var maximum: Double?
    var minItems: Int?
    var maxItems: Int?
    /// One or none: a type cannot hold itself but in an array.
    var items: [Schema] = []
    var properties: [(name: String, schema: Schema)] = []
    var required: [String]?
    var propertyOrdering: [String]?
    var anyOf: [Schema]?

    private enum CodingKeys: String, CodingKey {
      case type, format, title, description, nullable, `enum`, pattern, minimum, maximum, minItems
      case maxItems, items, properties, required, propertyOrdering, anyOf
    }

    private struct Name: CodingKey {
      var stringValue: String
      var intValue: Int? { nil }

      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    init(type: String? = nil, enum values: [String]? = nil) {
      self.type = type
      self.enum = values
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encodeIfPresent(type, forKey: .type)
      try container.encodeIfPresent(format, forKey: .format)
      try container.encodeIfPresent(title, forKey: .title)
      try container.encodeIfPresent(description, forKey: .description)
      try container.encodeIfPresent(nullable, forKey: .nullable)
      try container.encodeIfPresent(`enum`, forKey: .enum)
      try container.encodeIfPresent(pattern, forKey: .pattern)
      try container.encodeIfPresent(minimum, forKey: .minimum)
      try container.encodeIfPresent(maximum, forKey: .maximum)
      try container.encodeIfPresent(minItems, forKey: .minItems)
      try container.encodeIfPresent(maxItems, forKey: .maxItems)
      try container.encodeIfPresent(items.first, forKey: .items)
      if !properties.isEmpty {
        var schemas = container.nestedContainer(keyedBy: Name.self, forKey: .properties)
        for (name, schema) in properties {
          try schemas.encode(schema, forKey: Name(stringValue: name))
        }
      }
      try container.encodeIfPresent(required, forKey: .required)
      try container.encodeIfPresent(propertyOrdering, forKey: .propertyOrdering)
      try container.encodeIfPresent(anyOf, forKey: .anyOf)
    }
  }
}
