extension Transcript: Codable {
  private enum CodingKeys: String, CodingKey {
    case version
    case instructions
    case entries
  }

  /// The version of the saved form that this code writes, and the newest that it reads.
  private static let currentVersion = 1

  /// Reads a saved transcript.
  ///
  /// A form that is newer than this code throws `DecodingError`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let version = try container.decodeIfPresent(Int.self, forKey: .version) ?? 1
    guard version <= Self.currentVersion else {
      throw DecodingError.dataCorruptedError(
        forKey: .version,
        in: container,
        debugDescription:
          "Transcript of version \(version); this library reads up to \(Self.currentVersion)."
      )
    }
    self.init(
      instructions: try container.decodeIfPresent(String.self, forKey: .instructions),
      entries: try container.decode([Entry].self, forKey: .entries)
    )
  }

  /// Writes the transcript with the version of its form.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(Self.currentVersion, forKey: .version)
    try container.encodeIfPresent(instructions, forKey: .instructions)
    try container.encode(Array(self), forKey: .entries)
  }
}
