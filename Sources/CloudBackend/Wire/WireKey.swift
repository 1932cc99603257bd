extension Wire {
  /// Any key of an object.
  struct Key: CodingKey, Hashable {
    let stringValue: String
    let intValue: Int? = nil

    init(_ name: String) {
      stringValue = name
    }

    init(stringValue: String) {
      self.stringValue = stringValue
    }

    init?(intValue: Int) {
      nil
    }
  }
}

extension Decoder {
  /// Throws when the object holds anything: nothing that it holds has been understood.
  func requireNoKeys() throws {
    let keys = try container(keyedBy: Wire.Key.self).allKeys
    guard !keys.isEmpty else { return }
    throw DecodingError.dataCorrupted(
      .init(codingPath: codingPath, debugDescription: "No known field.")
    )
  }
}
