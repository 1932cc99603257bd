/// The elements that a type asks for: one when it asks whether there are more.
struct ProbeUnkeyedContainer: UnkeyedDecodingContainer {
  let decoder: ProbeDecoder

  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { nil }
  var isAtEnd: Bool { currentIndex > 0 }
  var currentIndex: Int { decoder.notes.elementCount }

  mutating func decodeNil() throws -> Bool { false }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    decoder.notes.note(element: try decoder.reflection.schema(of: type, at: decoder.path))
    return try decoder.reflection.standIn(for: type, at: decoder.path)
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try nested().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try nested().unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder { nested() }

  private func nested() -> ProbeDecoder {
    ProbeDecoder(
      notes: decoder.notes.notesOfContainer(named: nil),
      reflection: decoder.reflection,
      path: decoder.path
    )
  }
}
