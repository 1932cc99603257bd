/// Reads a ``GeneratedContent`` into any `Decodable` type.
///
/// The same for whole values and for values that are not complete. Of the latter: a text that has not
/// ended is read only as a `String`, since as anything else it could turn out to be another; what
/// cannot be read yet is `nil` where an optional is asked for, and left out at the end of arrays.
struct ContentDecoder: Decoder {
  let value: GeneratedContent
  var codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  func container<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    guard case .structure(let properties, let names) = value.kind else {
      throw mismatch(type, "an object")
    }
    return KeyedDecodingContainer(
      ContentKeyedContainer(decoder: self, properties: properties, names: names)
    )
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let elements) = value.kind else {
      throw mismatch([Any].self, "an array")
    }
    return ContentUnkeyedContainer(decoder: self, elements: elements)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

  /// The value as a type.
  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    if type == String.self, let text = value.stringValue as? T { return text }
    if let value = value as? T { return value }
    if let convertible = type as? any ContentConvertible.Type,
      let converted = try convertible.init(content: self) as? T
    {
      return converted
    }
    if case .string = value.kind { try checkCompleteness() }
    return try T(from: self)
  }

  /// A property of the value as a type.
  func property<T: Decodable>(_ type: T.Type, named name: String) throws -> T {
    let container = try container(keyedBy: ContentKey.self)
    let key = ContentKey(stringValue: name)
    if !container.contains(key), type is any ExpressibleByNilLiteral.Type {
      return try ContentDecoder(value: .init(kind: .null), codingPath: codingPath + [key])
        .decode(type)
    }
    return try container.decode(type, forKey: key)
  }

  /// The decoder of a value in this one.
  func nested(_ value: GeneratedContent, at key: any CodingKey) -> ContentDecoder {
    ContentDecoder(value: value, codingPath: codingPath + [key])
  }

  /// Throws for a value that has not ended.
  func checkCompleteness() throws {
    guard !value.isComplete else { return }
    throw DecodingError.dataCorrupted(
      .init(codingPath: codingPath, debugDescription: "it has not ended")
    )
  }

  func mismatch(_ type: Any.Type, _ expected: String) -> DecodingError {
    .typeMismatch(
      type,
      .init(
        codingPath: codingPath,
        debugDescription: "expected \(expected), got \(value.kind.article)"
      )
    )
  }

  func corrupted(_ description: String) -> DecodingError {
    .dataCorrupted(.init(codingPath: codingPath, debugDescription: description))
  }
}

extension GeneratedContent.Kind {
  /// What it is, in words for an error.
  var article: String {
    switch self {
    case .null: "null"
    case .bool: "a truth value"
    case .integer, .unsignedInteger: "a whole number"
    case .number: "a number"
    case .string: "a text"
    case .array: "an array"
    case .structure: "an object"
    }
  }
}
