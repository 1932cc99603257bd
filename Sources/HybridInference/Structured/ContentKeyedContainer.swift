/// The properties of an object, for ``ContentDecoder``.
struct ContentKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: ContentDecoder
  let properties: [String: GeneratedContent]
  let names: [String]

  var codingPath: [any CodingKey] { decoder.codingPath }

  var allKeys: [Key] { names.compactMap(Key.init(stringValue:)) }

  func contains(_ key: Key) -> Bool { properties[key.stringValue] != nil }

  func decodeNil(forKey key: Key) throws -> Bool { try nested(key).decodeNil() }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try nested(key).decode(type) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try nested(key).decode(type)
  }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try nested(key).decode(type)
  }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try nested(key).decode(type) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try nested(key).decode(type) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try nested(key).decode(type) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try nested(key).decode(type) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try nested(key).decode(type) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try nested(key).decode(type) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try nested(key).decode(type) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try nested(key).decode(type) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
    try nested(key).decode(type)
  }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
    try nested(key).decode(type)
  }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
    try nested(key).decode(type)
  }
  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try nested(key).decode(type)
  }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    guard let value = properties[key.stringValue], value.kind != .null else { return nil }
    do {
      return try decoder.nested(value, at: key).decode(type)
    } catch  where !value.isComplete {
      return nil
    }
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type,
    forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try nested(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try nested(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    let key = ContentKey(stringValue: "super")
    return decoder.nested(properties[key.stringValue] ?? .init(kind: .null), at: key)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    decoder.nested(properties[key.stringValue] ?? .init(kind: .null), at: key)
  }

  private func nested(_ key: Key) throws -> ContentDecoder {
    guard let value = properties[key.stringValue] else {
      throw DecodingError.keyNotFound(
        key,
        .init(codingPath: codingPath, debugDescription: "it is missing")
      )
    }
    return decoder.nested(value, at: key)
  }
}
