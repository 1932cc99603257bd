extension GenerationSchema {
  /// The same schema with guides for properties, by their names or paths (`address.city`).
  ///
  /// A path goes through optionals, arrays and references. Throws for a name that is not there, and
  /// for a guide that does not fit what it is for.
  ///
  /// - Parameters:
  ///   - guides: The guides.
  ///   - type: The type's name, for errors.
  ///   - definitions: What references name; changed where a path goes through one.
  /// - Returns: The schema with the guides.
  /// - Throws: ``Failure``.
  func applying(
    _ guides: [String: GenerationGuide],
    to type: String,
    definitions: inout [Definition]
  ) throws(Failure) -> GenerationSchema {
    var result = self
    for (path, guide) in guides.sorted(by: { $0.key < $1.key }) {
      guard try result.apply(guide, at: path[...], of: path, definitions: &definitions)
      else {
        throw Failure(
          reason: "the guides of \(type) name “\(path)”, and it has no such property"
        )
      }
    }
    return result
  }

  /// Gives whether the property is there.
  fileprivate mutating func apply(
    _ guide: GenerationGuide,
    at path: Substring,
    of whole: String,
    definitions: inout [Definition]
  ) throws(Failure) -> Bool {
    switch node {
    case .object(var properties):
      for position in properties.indices
      where try properties[position].apply(guide, at: path, of: whole, definitions: &definitions) {
        node = .object(properties: properties)
        return true
      }
      return false
    case .array(var items, let minItems, let maxItems):
      guard try items.apply(guide, at: path, of: whole, definitions: &definitions) else {
        return false
      }
      node = .array(items: items, minItems: minItems, maxItems: maxItems)
      return true
    case .dictionary(var values):
      guard try values.apply(guide, at: path, of: whole, definitions: &definitions) else {
        return false
      }
      node = .dictionary(values: values)
      return true
    case .anyOf(var schemas):
      var found = false
      for position in schemas.indices {
        let here = try schemas[position].apply(
          guide,
          at: path,
          of: whole,
          definitions: &definitions
        )
        found = found || here
      }
      node = .anyOf(schemas)
      return found
    case .reference(let name):
      guard let position = definitions.firstIndex(where: { $0.name == name }) else { return false }
      // Taken out meanwhile, so that a circle of references ends.
      var definition = definitions.remove(at: position)
      defer { definitions.insert(definition, at: min(position, definitions.count)) }
      return try definition.schema.apply(guide, at: path, of: whole, definitions: &definitions)
    default: return false
    }
  }

  /// Adds a guide to the schema of the property that it is for.
  fileprivate mutating func apply(_ guide: GenerationGuide, to path: String) throws(Failure) {
    description = guide.description ?? description
    var rest = guide
    rest.description = nil
    try constrain(by: &rest)
    let left = [
      rest.range.map { _ in "a range" }, rest.count.map { _ in "a count" },
      rest.pattern.map { _ in "a pattern" }, rest.allowedValues.map { _ in "allowed values" },
    ].compactMap(\.self)
    if let first = left.first {
      throw Failure(reason: "the guide for “\(path)” has \(first), which its type cannot have")
    }
    if guide.allowedValues?.isEmpty ?? false {
      throw Failure(reason: "the guide for “\(path)” allows no value")
    }
  }

  /// Takes from a guide what fits the schema.
  private mutating func constrain(by guide: inout GenerationGuide) throws(Failure) {
    switch node {
    case .integer(let minimum, let maximum):
      guard let range = guide.range else { return }
      guide.range = nil
      let least = Int(exactly: range.lowerBound.rounded(.up))
      let most = Int(exactly: range.upperBound.rounded(.down))
      node = .integer(
        minimum: [minimum, least].compactMap(\.self).max(),
        maximum: [maximum, most].compactMap(\.self).min()
      )
    case .double:
      guard let range = guide.range else { return }
      guide.range = nil
      node = .double(minimum: range.lowerBound, maximum: range.upperBound)
    case .string(let pattern, let format):
      if let values = guide.allowedValues {
        node = .enumeration(values)
      } else {
        node = .string(pattern: guide.pattern ?? pattern, format: format)
      }
      guide.allowedValues = nil
      guide.pattern = nil
    case .enumeration(let values):
      guard let allowed = guide.allowedValues else { return }
      guide.allowedValues = nil
      if let other = allowed.first(where: { !values.contains($0) }) {
        throw Failure(reason: "a guide allows “\(other)”, which the type does not have")
      }
      node = .enumeration(allowed)
    case .array(var items, let minItems, let maxItems):
      let count = guide.count
      guide.count = nil
      try items.constrain(by: &guide)
      node = .array(
        items: items,
        minItems: count?.lowerBound ?? minItems,
        maxItems: count?.upperBound ?? maxItems
      )
    case .anyOf(var schemas) where schemas.count == 2 && schemas[1].node == .null:
      try schemas[0].constrain(by: &guide)
      node = .anyOf(schemas)
    default: return
    }
  }
}

extension GenerationSchema.Property {
  /// Adds a guide, when its path is this property or leads through it.
  ///
  /// Gives whether the guide found its place.
  fileprivate mutating func apply(
    _ guide: GenerationGuide,
    at path: Substring,
    of whole: String,
    definitions: inout [GenerationSchema.Definition]
  ) throws(GenerationSchema.Failure) -> Bool {
    if path == name {
      try schema.apply(guide, to: whole)
      return true
    }
    guard path.hasPrefix(name + ".") else { return false }
    let rest = path.dropFirst(name.count + 1)
    return try schema.apply(guide, at: rest, of: whole, definitions: &definitions)
  }
}
