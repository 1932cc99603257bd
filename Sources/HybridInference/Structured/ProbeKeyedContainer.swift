/// The properties that a type asks for.
struct ProbeKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: ProbeDecoder

  var codingPath: [any CodingKey] { decoder.codingPath }

  /// The key of the case that is tried, for an enumeration with payloads.
  var allKeys: [Key] {
    guard let keys = CaseNames.all(of: Key.self) else {
      decoder.notes.hasUnknownNames = true
      return []
    }
    decoder.notes.alternatives = keys.count
    return keys.indices.contains(decoder.notes.alternative)
      ? [keys[decoder.notes.alternative]] : []
  }

  func contains(_ key: Key) -> Bool {
    decoder.notes.noteOptional(key.stringValue)
    return true
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    decoder.notes.noteOptional(key.stringValue)
    return false
  }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    let path = decoder.path + [key.stringValue]
    decoder.notes.note(key.stringValue, try decoder.reflection.schema(of: type, at: path))
    return try decoder.reflection.standIn(for: type, at: path)
  }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    let schema = try decoder.reflection.schema(of: type, at: decoder.path + [key.stringValue])
    decoder.notes.note(key.stringValue, schema, isOptional: true)
    return nil
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type,
    forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try nested(key.stringValue).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try nested(key.stringValue).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { nested("super") }

  func superDecoder(forKey key: Key) throws -> any Decoder { nested(key.stringValue) }

  private func nested(_ name: String) -> ProbeDecoder {
    ProbeDecoder(
      notes: decoder.notes.notesOfContainer(named: name),
      reflection: decoder.reflection,
      path: decoder.path + [name]
    )
  }
}
