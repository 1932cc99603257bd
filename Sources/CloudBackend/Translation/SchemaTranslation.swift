import HybridInference

extension Wire.Schema {
  /// A schema in the API's older notation.
  ///
  /// - Parameters:
  ///   - schema: The schema.
  ///   - place: Where it is, in words for an error.
  /// - Throws: `invalidRequest` for what the notation cannot express.
  init(_ schema: GenerationSchema, at place: String) throws(GenerationError) {
    self.init()
    try set(schema, at: place)
    title = schema.title ?? title
    description = schema.description ?? description
  }

  private mutating func set(
    _ schema: GenerationSchema,
    at place: String
  ) throws(GenerationError) {
    switch schema.node {
    case .object(let properties):
      guard schema.allowsOtherProperties else {
        throw Self.refusal(place, "additionalProperties")
      }
      try set(properties, at: place)
    case .array(let items, let minItems, let maxItems):
      type = "ARRAY"
      self.items = [try Wire.Schema(items, at: "\(place)[]")]
      self.minItems = minItems
      self.maxItems = maxItems
    case .string(let pattern, let format):
      guard format == nil || format == "date-time" else {
        throw Self.refusal(place, "the format “\(format ?? "")”")
      }
      type = "STRING"
      self.pattern = pattern
      self.format = format
    case .enumeration(let values):
      type = "STRING"
      `enum` = values
    case .integer(let minimum, let maximum):
      type = "INTEGER"
      self.minimum = minimum.map(Double.init)
      self.maximum = maximum.map(Double.init)
    case .double(let minimum, let maximum):
      type = "NUMBER"
      self.minimum = minimum
      self.maximum = maximum
    case .boolean: type = "BOOLEAN"
    case .null: type = "NULL"
    case .anyOf(let schemas): try set(anyOf: schemas, at: place)
    case .dictionary: throw Self.refusal(place, "a dictionary (additionalProperties)")
    case .constants: throw Self.refusal(place, "an enumeration of other values than texts")
    case .any: throw Self.refusal(place, "a value of any type")
    case .reference(let name): throw Self.refusal(place, "a reference ($ref) to “\(name)”")
    }
  }

  private mutating func set(
    _ properties: [GenerationSchema.Property],
    at place: String
  ) throws(GenerationError) {
    guard !properties.isEmpty else { throw Self.refusal(place, "an object without properties") }
    type = "OBJECT"
    for property in properties {
      let place = "\(place).\(property.name)"
      self.properties.append((property.name, try Wire.Schema(property.schema, at: place)))
    }
    let required = properties.filter { !$0.isOptional }.map(\.name)
    self.required = required.isEmpty ? nil : required
    propertyOrdering = properties.map(\.name)
  }

  /// Sets alternatives; `null` among them is a mark of its own in this notation.
  private mutating func set(
    anyOf schemas: [GenerationSchema],
    at place: String
  ) throws(GenerationError) {
    let others = schemas.filter { $0.node != .null }
    if others.count == 1, others.count < schemas.count {
      self = try Wire.Schema(others[0], at: place)
    } else {
      var alternatives: [Wire.Schema] = []
      for other in others.isEmpty ? schemas : others {
        alternatives.append(try Wire.Schema(other, at: place))
      }
      anyOf = alternatives
    }
    if others.count < schemas.count, !others.isEmpty { nullable = true }
  }

  private static func refusal(_ place: String, _ what: String) -> GenerationError {
    .invalidRequest(
      field: "responseSchema",
      reason: "has \(what) at \(place), which the notation openAPI cannot express"
    )
  }
}
