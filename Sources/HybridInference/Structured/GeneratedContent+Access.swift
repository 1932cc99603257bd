extension GeneratedContent {
  /// The property of an object; `nil` where there is none, or the value is no object.
  public subscript(property: String) -> GeneratedContent? {
    if case .structure(let properties, _) = kind { properties[property] } else { nil }
  }

  /// The element of an array; `nil` where there is none, or the value is no array.
  public subscript(position: Int) -> GeneratedContent? {
    guard case .array(let elements) = kind, elements.indices.contains(position) else { return nil }
    return elements[position]
  }

  /// The names of an object's properties, in order; empty of anything else.
  public var propertyNames: [String] {
    if case .structure(_, let names) = kind { names } else { [] }
  }

  /// The elements of an array; empty of anything else.
  public var elements: [GeneratedContent] {
    if case .array(let elements) = kind { elements } else { [] }
  }

  /// The text, of a value that is one.
  public var stringValue: String? {
    if case .string(let text) = kind { text } else { nil }
  }

  /// The value as a type.
  ///
  /// Dates are read from ISO 8601 (`2026-01-02T03:04:05Z`, with or without fractions of a second),
  /// data from Base64. Of a value that is not complete, what cannot be read yet is `nil` where the
  /// type has an optional, and missing at the end of arrays.
  ///
  /// - Parameter type: Any `Decodable` type.
  /// - Returns: The value.
  /// - Throws: ``GenerationError``, `decodingFailure` with the path of what does not fit.
  public func value<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
    do {
      return try ContentDecoder(value: self).decode(type)
    } catch let error as DecodingError {
      throw GenerationError.decodingFailure(reason: error.reason)
    }
  }

  /// A property of an object as a type.
  ///
  /// - Parameters:
  ///   - type: Any `Decodable` type; an optional one where the property may be missing.
  ///   - property: The property's name.
  /// - Returns: The property's value.
  /// - Throws: ``GenerationError``, `decodingFailure` with the path of what does not fit.
  public func value<Value: Decodable>(
    _ type: Value.Type = Value.self,
    forProperty property: String
  ) throws -> Value {
    do {
      return try ContentDecoder(value: self).property(type, named: property)
    } catch let error as DecodingError {
      throw GenerationError.decodingFailure(reason: error.reason)
    }
  }
}

extension GeneratedContent {
  /// Whether more arrays and objects are in each other than that; found without recursion.
  func isNested(deeperThan most: Int) -> Bool {
    var level = [self].filter(\.isContainer)
    for _ in 0..<most where !level.isEmpty {
      var next: [GeneratedContent] = []
      for value in level {
        switch value.kind {
        case .array(let elements): next += elements.filter(\.isContainer)
        case .structure(let properties, _): next += properties.values.filter(\.isContainer)
        default: break
        }
      }
      level = next
    }
    return !level.isEmpty
  }

  private var isContainer: Bool {
    switch kind {
    case .array, .structure: true
    default: false
    }
  }
}

extension DecodingError {
  /// What is wrong and where, for an error of this package.
  var reason: String {
    switch self {
    case .keyNotFound(let key, let context):
      "\(context.codingPath.description(adding: key)) is missing"
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .dataCorrupted(let context):
      "\(context.codingPath.description(adding: nil)): \(context.debugDescription)"
    @unknown default: "it does not fit the type"
    }
  }
}

extension [any CodingKey] {
  /// The path as text: `stops[2].name`.
  func description(adding key: (any CodingKey)?) -> String {
    var text = ""
    for key in self + (key.map { [$0] } ?? []) {
      if let position = key.intValue {
        text += "[\(position)]"
      } else {
        text += (text.isEmpty ? "" : ".") + key.stringValue.excerpt()
      }
    }
    return text.isEmpty ? "the value" : text
  }
}
