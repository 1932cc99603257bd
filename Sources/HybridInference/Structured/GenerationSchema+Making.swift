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
    object(properties.map { ($0, $1) }, optionalProperties, title, description)
  }

  /// An object whose properties are in a dictionary: they are in the order of their names.
  ///
  /// It has a label of its own, since a literal would be taken for a dictionary and lose its order.
  ///
  /// - Parameters:
  ///   - properties: The properties and their schemas.
  ///   - optionalProperties: The names of those that may be left out.
  ///   - title: A name for the object.
  ///   - description: What the object means.
  /// - Returns: The schema.
  public static func object(
    propertiesByName properties: [String: GenerationSchema],
    optionalProperties: [String] = [],
    title: String? = nil,
    description: String? = nil
  ) -> GenerationSchema {
    let properties = properties.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    return object(properties, optionalProperties, title, description)
  }

  private static func object(
    _ properties: [(String, GenerationSchema)],
    _ optionalProperties: [String],
    _ title: String?,
    _ description: String?
  ) -> GenerationSchema {
    let names = Set(properties.map(\.0))
    let optionals = Set(optionalProperties)
    let unknown = optionalProperties.first { !names.contains($0) }
    var schema = GenerationSchema(
      .object(
        properties: properties.map { name, schema in
          Property(name: name, schema: schema, isOptional: optionals.contains(name))
        }
      ),
      title: title,
      description: description
    )
    if let unknown {
      schema.failure = Failure(reason: "there is no property “\(unknown)” that could be optional")
    }
    return schema
  }

  /// An object of any names, whose values fit one schema.
  public static func dictionary(
    values: GenerationSchema,
    description: String? = nil
  ) -> GenerationSchema {
    .init(.dictionary(values: values), description: description)
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
  ///
  /// The expression may match anywhere in the text, as JSON Schema has it.
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

  /// Exactly one value.
  public static func constant(
    _ value: GeneratedContent,
    description: String? = nil
  ) -> GenerationSchema {
    if case .string(let text) = value.kind { return enumeration([text], description: description) }
    return .init(.constants([value]), description: description)
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

  /// Only `null`.
  public static func null(description: String? = nil) -> GenerationSchema {
    .init(.null, description: description)
  }

  /// Any value.
  public static func any(description: String? = nil) -> GenerationSchema {
    .init(.any, description: description)
  }

  /// A value that fits any of several schemas.
  public static func anyOf(
    _ schemas: [GenerationSchema],
    description: String? = nil
  ) -> GenerationSchema {
    .init(.anyOf(schemas), description: description)
  }

  /// A value that fits a schema, or `null`.
  public static func nullable(
    _ schema: GenerationSchema,
    description: String? = nil
  ) -> GenerationSchema {
    .init(.anyOf([schema, .null()]), description: description)
  }

  /// A value that fits the schema of a name, which ``defining(_:)`` gives.
  ///
  /// So a schema can hold itself.
  public static func reference(
    to name: String,
    description: String? = nil
  ) -> GenerationSchema {
    .init(.reference(name), description: description)
  }

  /// The same schema, with the schemas that references in it name.
  public func defining(
    _ definitions: KeyValuePairs<String, GenerationSchema>
  ) -> GenerationSchema {
    var result = self
    for (name, schema) in definitions {
      result.failure = result.failure ?? schema.failure
      result.definitions += schema.definitions.filter { !result.definitions.contains($0) }
      var schema = schema
      schema.definitions = []
      result.definitions.append(Definition(name: name, schema: schema))
    }
    return result
  }
}
