/// A decoder that has no values: it notes what is asked for, and gives stand-ins.
struct ProbeDecoder: Decoder {
  let notes: ProbeNotes
  let reflection: SchemaReflection
  let path: [String]
  let userInfo: [CodingUserInfoKey: Any] = [:]

  var codingPath: [any CodingKey] { path.map(ContentKey.init(stringValue:)) }

  func container<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(ProbeKeyedContainer<Key>(decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    notes.noteArray()
    return ProbeUnkeyedContainer(decoder: self)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }
}

extension ProbeDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { false }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    notes.note(single: try reflection.schema(of: type, at: path))
    return try reflection.standIn(for: type, at: path)
  }
}
