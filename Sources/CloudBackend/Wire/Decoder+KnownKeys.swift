import HybridInference

extension Decoder {
  /// Throws when the object holds anything: nothing that it holds has been understood.
  func requireNoKeys() throws {
    let keys = try container(keyedBy: ContentKey.self).allKeys
    guard !keys.isEmpty else { return }
    throw DecodingError.dataCorrupted(
      .init(codingPath: codingPath, debugDescription: "No known field.")
    )
  }
}
