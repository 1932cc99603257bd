/// The elements of an array, for ``ContentEncoder``.
struct ContentUnkeyedEncodingContainer: UnkeyedEncodingContainer {
  let encoder: ContentEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }

  var count: Int { encoder.box.count }

  func encodeNil() { nested().encodeNil() }

  func encode<T: Encodable>(_ value: T) throws { try nested().write(value) }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    nested().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { nested().unkeyedContainer() }

  func superEncoder() -> any Encoder { nested() }

  private func nested() -> ContentEncoder {
    let key = ContentKey(intValue: count)
    return encoder.nested(encoder.box.append(), at: key)
  }
}
