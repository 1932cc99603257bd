/// Reads JSON Schema, the subset that ``GenerationSchema`` can express.
struct JSONSchemaReader {
  /// What is not supported or not valid, and where.
  struct Failure: Error, CustomStringConvertible {
    var place: String
    var reason: String
    var description: String { "\(reason.excerpt(200)) (at \(place.excerpt(400)))" }
  }

  private static let known: [String: Set<String>] = [
    "object": ["properties", "required", "additionalProperties", "propertyOrdering"],
    "array": ["items", "minItems", "maxItems"],
    "string": ["pattern", "format"],
    "integer": ["minimum", "maximum"],
    "number": ["minimum", "maximum"],
    "boolean": [],
    "null": [],
  ]

  /// Reads a schema.
  func schema(from json: GeneratedContent, at place: String) throws(Failure) -> GenerationSchema {
    if case .bool(true) = json.kind { return .any() }
    guard case .structure = json.kind else {
      throw Failure(place: place, reason: "a schema must be an object")
    }
    var schema = try constraint(from: json, at: place)
    schema.title = try text(json, "title", place)
    schema.description = try text(json, "description", place) ?? schema.description
    if let definitions = json["$defs"] {
      guard place == "#" else {
        throw Failure(place: place, reason: "“$defs” is supported only at the top")
      }
      for name in definitions.propertyNames {
        guard let definition = definitions[name] else { continue }
        schema.definitions.append(
          .init(
            name: name,
            schema: try self.schema(from: definition, at: "#/$defs/\(name.excerpt())")
          )
        )
      }
    }
    return schema
  }

  private func constraint(
    from json: GeneratedContent,
    at place: String
  ) throws(Failure) -> GenerationSchema {
    if let reference = json["$ref"] {
      try refuse(all: json, but: ["$ref"], place)
      return GenerationSchema(.reference(try name(of: reference, place)))
    }
    if let alternatives = json["anyOf"] {
      try refuse(all: json, but: ["anyOf"], place)
      let alternatives = try array(alternatives, "anyOf", place)
      var schemas: [GenerationSchema] = []
      for (position, alternative) in alternatives.enumerated() {
        schemas.append(try schema(from: alternative, at: "\(place)/anyOf/\(position)"))
      }
      return GenerationSchema(.anyOf(schemas))
    }
    let types = try types(of: json, place)
    if let value = json["const"] {
      try refuse(all: json, but: ["const"], place)
      return try enumeration([value], types, place)
    }
    if let values = json["enum"] {
      try refuse(all: json, but: ["enum"], place)
      return try enumeration(try array(values, "enum", place), types, place)
    }
    guard let types else {
      try refuse(all: json, but: [], place)
      return GenerationSchema(.any)
    }
    let main = types.filter { $0 != "null" }
    guard main.count <= 1 else {
      throw Failure(place: place, reason: "several types are supported only as “anyOf”")
    }
    let type = main.first ?? "null"
    try refuse(all: json, but: Self.known[type] ?? [], place)
    let schema = try typed(type, json, place)
    return types.count > main.count && type != "null" ? .nullable(schema) : schema
  }

  private func typed(
    _ type: String,
    _ json: GeneratedContent,
    _ place: String
  ) throws(Failure) -> GenerationSchema {
    switch type {
    case "object": return try object(json, place)
    case "array":
      let items: GenerationSchema =
        if let items = json["items"] { try schema(from: items, at: "\(place)/items") } else {
          .any()
        }
      return .array(
        items: items,
        minItems: try count(json, "minItems", place),
        maxItems: try count(json, "maxItems", place)
      )
    case "string":
      return .string(
        pattern: try text(json, "pattern", place),
        format: try text(json, "format", place)
      )
    case "integer":
      return .integer(
        minimum: try integer(json, "minimum", .up, place),
        maximum: try integer(json, "maximum", .down, place)
      )
    case "number":
      return .double(
        minimum: try number(json, "minimum", place),
        maximum: try number(json, "maximum", place)
      )
    case "boolean": return .boolean()
    case "null": return .null()
    default: throw Failure(place: place, reason: "the type “\(type)” is not supported")
    }
  }

  private func object(_ json: GeneratedContent, _ place: String) throws(Failure) -> GenerationSchema
  {
    let named = json["properties"]
    let others = json["additionalProperties"]
    if let others, case .structure = others.kind {
      guard named?.propertyNames.isEmpty ?? true, json["required"] == nil else {
        throw Failure(
          place: place,
          reason: "a schema in “additionalProperties” is not supported beside “properties”"
        )
      }
      return .dictionary(values: try schema(from: others, at: "\(place)/additionalProperties"))
    }
    let ordering = try texts(json["propertyOrdering"], "propertyOrdering", place)
    let required = try texts(json["required"], "required", place)
    let names = named?.propertyNames ?? []
    let (known, needed, ordered) = (Set(names), Set(required), Set(ordering))
    if let missing = (required + ordering).first(where: { !known.contains($0) }) {
      throw Failure(place: place, reason: "there is no property “\(missing)”")
    }
    var properties: [GenerationSchema.Property] = []
    for name in ordering + names.filter({ !ordered.contains($0) }) {
      guard let property = named?[name] else { continue }
      properties.append(
        .init(
          name: name,
          schema: try schema(from: property, at: "\(place)/properties/\(name.excerpt())"),
          isOptional: !needed.contains(name)
        )
      )
    }
    var result = GenerationSchema(.object(properties: properties))
    switch others?.kind {
    case nil, .bool(true): break
    case .bool(false): result.allowsOtherProperties = false
    default: throw Failure(place: place, reason: "“additionalProperties” is not valid")
    }
    return result
  }

  private func enumeration(
    _ values: [GeneratedContent],
    _ types: [String]?,
    _ place: String
  ) throws(Failure) -> GenerationSchema {
    for value in values {
      let type = value.kind.jsonSchemaType
      guard types?.contains(where: { $0 == type || ($0 == "number" && type == "integer") }) ?? true
      else {
        throw Failure(place: place, reason: "a value of “enum” does not fit “type”")
      }
    }
    let texts = values.compactMap(\.stringValue)
    return GenerationSchema(
      texts.count == values.count ? .enumeration(texts) : .constants(values)
    )
  }
}
