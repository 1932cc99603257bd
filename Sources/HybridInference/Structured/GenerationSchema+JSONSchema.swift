/// To JSON Schema (2020-12).
extension GenerationSchema {
  /// The schema as JSON Schema, 2020-12.
  ///
  /// The order of properties is also written as `propertyOrdering`, which Gemini reads. A schema that
  /// could not be derived is an empty one here.
  public var jsonSchema: GeneratedContent {
    var members = JSONSchemaMembers()
    members.add("title", title)
    // Beside a reference Gemini takes nothing else.
    if case .reference = node, description != nil || title != nil {
      members.add("description", description)
      members.add("anyOf", .init(kind: .array([GenerationSchema(node).jsonSchema])))
    } else {
      members.add("description", description)
      write(to: &members)
    }
    if !definitions.isEmpty {
      var schemas = JSONSchemaMembers()
      for definition in definitions { schemas.add(definition.name, definition.schema.jsonSchema) }
      members.add("$defs", schemas.object)
    }
    return members.object
  }

  private func write(to members: inout JSONSchemaMembers) {
    switch node {
    case .object(let properties):
      members.add("type", "object")
      write(properties, to: &members)
    case .dictionary(let values):
      members.add("type", "object")
      members.add("additionalProperties", values.jsonSchema)
    case .array(let items, let minItems, let maxItems):
      members.add("type", "array")
      members.add("items", items.jsonSchema)
      members.add("minItems", minItems)
      members.add("maxItems", maxItems)
    case .string(let pattern, let format):
      members.add("type", "string")
      members.add("pattern", pattern)
      members.add("format", format)
    case .enumeration(let values):
      members.add("type", "string")
      members.add("enum", .init(kind: .array(values.map { .init(kind: .string($0)) })))
    case .constants(let values):
      members.add("type", Self.commonType(of: values))
      members.add("enum", .init(kind: .array(values)))
    case .integer(let minimum, let maximum):
      members.add("type", "integer")
      members.add("minimum", minimum)
      members.add("maximum", maximum)
    case .double(let minimum, let maximum):
      members.add("type", "number")
      members.add("minimum", minimum.map { GeneratedContent(kind: .number($0)) })
      members.add("maximum", maximum.map { GeneratedContent(kind: .number($0)) })
    case .boolean: members.add("type", "boolean")
    case .null: members.add("type", "null")
    case .any: break
    case .anyOf(let schemas):
      members.add("anyOf", .init(kind: .array(schemas.map(\.jsonSchema))))
    case .reference(let name):
      let pointer = name.replacing("~", with: "~0").replacing("/", with: "~1")
      members.add("$ref", "#/$defs/\(pointer)")
    }
  }

  private func write(_ properties: [Property], to members: inout JSONSchemaMembers) {
    var schemas = JSONSchemaMembers()
    for property in properties { schemas.add(property.name, property.schema.jsonSchema) }
    members.add("properties", schemas.object)
    members.add("required", names: properties.filter { !$0.isOptional }.map(\.name))
    members.add("propertyOrdering", names: properties.map(\.name))
    if !allowsOtherProperties {
      members.add("additionalProperties", .init(kind: .bool(false)))
    }
  }

  private static func commonType(of values: [GeneratedContent]) -> String? {
    let types = values.map { $0.kind.jsonSchemaType }
    guard let first = types.first, types.allSatisfy({ $0 == first }) else { return nil }
    return first
  }
}

extension GeneratedContent.Kind {
  /// The name of the value's type in JSON Schema.
  var jsonSchemaType: String {
    switch self {
    case .null: "null"
    case .bool: "boolean"
    case .integer, .unsignedInteger: "integer"
    case .number: "number"
    case .string: "string"
    case .array: "array"
    case .structure: "object"
    }
  }
}

extension GenerationSchema: Codable {
  /// Writes the schema as JSON Schema: see ``jsonSchema``.
  ///
  /// Throws ``GenerationError``, `invalidRequest`, for a schema that could not be derived.
  public func encode(to encoder: any Encoder) throws {
    if let failure { throw GenerationError.invalidRequest(field: "schema", reason: failure.reason) }
    try jsonSchema.encode(to: encoder)
  }

  /// Reads a JSON Schema: see ``init(jsonSchema:)-(GeneratedContent)``.
  ///
  /// A keyword that is not supported throws `DecodingError` with its name.
  public init(from decoder: any Decoder) throws {
    do {
      self = try JSONSchemaReader().schema(from: try GeneratedContent(from: decoder), at: "#")
    } catch let error as JSONSchemaReader.Failure {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: error.description)
      )
    }
  }
}

extension GenerationSchema {
  /// Reads a JSON Schema.
  ///
  /// Of 2020-12 these keywords are supported: `type` (one, or one and `null`), `title`,
  /// `description`, `properties`, `required`, `additionalProperties` (`true`, `false`, or a schema
  /// where there are no `properties`), `items`, `minItems`, `maxItems`, `pattern`, `format`, `enum`,
  /// `const`, `minimum`, `maximum`, `anyOf` (without other constraints beside it), `$defs` at the
  /// top, `$ref` to a name in it, `$schema`; and Gemini's `propertyOrdering`.
  ///
  /// - Parameter jsonSchema: The schema as a value.
  /// - Throws: ``GenerationError``, `invalidRequest` with the place and name of what is not supported.
  public init(jsonSchema: GeneratedContent) throws {
    // Those that were read are less deep, those made by hand may be deeper than the stack.
    guard !jsonSchema.isNested(deeperThan: 2 * PartialJSON.maximumDepth) else {
      throw GenerationError.invalidRequest(field: "schema", reason: "it is nested too deeply")
    }
    do {
      self = try JSONSchemaReader().schema(from: jsonSchema, at: "#")
    } catch {
      throw GenerationError.invalidRequest(field: "schema", reason: error.description)
    }
  }

  /// Reads the text of a JSON Schema: see ``init(jsonSchema:)-(GeneratedContent)``.
  public init(jsonSchema text: String) throws {
    try self.init(jsonSchema: try GeneratedContent(json: text))
  }
}
