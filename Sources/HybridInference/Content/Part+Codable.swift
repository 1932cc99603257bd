import Foundation

/// The saved form of a part: an object with one key that names its kind, and the two common fields.
extension Part: Codable {
  private enum CodingKeys: String, CodingKey, CaseIterable {
    case text
    case inlineData
    case fileData
    case functionCall
    case functionResponse
    case executableCode
    case codeExecutionResult
    case unknown
    case isThought
    case thoughtSignature
    case videoMetadata
    case mediaResolution
  }

  private struct InlineData: Codable {
    var mimeType: String
    var data: Data
  }

  private struct FileData: Codable {
    var mimeType: String
    var uri: String
  }

  /// Reads a saved part.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try Self.decodeContent(from: container),
      isThought: try container.decodeIfPresent(Bool.self, forKey: .isThought) ?? false,
      thoughtSignature: try container.decodeIfPresent(String.self, forKey: .thoughtSignature),
      videoMetadata: try container.decodeIfPresent(VideoMetadata.self, forKey: .videoMetadata),
      mediaResolution: try container.decodeIfPresent(MediaResolution.self, forKey: .mediaResolution)
    )
  }

  private static func decodeContent(
    from container: KeyedDecodingContainer<CodingKeys>
  ) throws -> Content {
    func decode<Value: Decodable>(_ key: CodingKeys) throws -> Value {
      try container.decode(Value.self, forKey: key)
    }
    switch CodingKeys.allCases.first(where: container.contains) {
    case .text:
      return .text(try decode(.text))
    case .inlineData:
      let data: InlineData = try decode(.inlineData)
      return .inlineData(data.data, mimeType: data.mimeType)
    case .fileData:
      let file: FileData = try decode(.fileData)
      return .fileData(uri: file.uri, mimeType: file.mimeType)
    case .functionCall:
      return .functionCall(try decode(.functionCall))
    case .functionResponse:
      return .functionResponse(try decode(.functionResponse))
    case .executableCode:
      return .executableCode(try decode(.executableCode))
    case .codeExecutionResult:
      return .codeExecutionResult(try decode(.codeExecutionResult))
    case .unknown:
      return .unknown(try decode(.unknown))
    case .isThought, .thoughtSignature, .videoMetadata, .mediaResolution, nil:
      throw DecodingError.dataCorrupted(
        .init(codingPath: container.codingPath, debugDescription: "A part without any content.")
      )
    }
  }

  /// Writes the part.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch content {
    case .text(let text):
      try container.encode(text, forKey: .text)
    case .inlineData(let data, let mimeType):
      try container.encode(InlineData(mimeType: mimeType, data: data), forKey: .inlineData)
    case .fileData(let uri, let mimeType):
      try container.encode(FileData(mimeType: mimeType, uri: uri), forKey: .fileData)
    case .functionCall(let call):
      try container.encode(call, forKey: .functionCall)
    case .functionResponse(let response):
      try container.encode(response, forKey: .functionResponse)
    case .executableCode(let code):
      try container.encode(code, forKey: .executableCode)
    case .codeExecutionResult(let result):
      try container.encode(result, forKey: .codeExecutionResult)
    case .unknown(let value):
      try container.encode(value, forKey: .unknown)
    }
    if isThought {
      try container.encode(true, forKey: .isThought)
    }
    try container.encodeIfPresent(thoughtSignature, forKey: .thoughtSignature)
    try container.encodeIfPresent(videoMetadata, forKey: .videoMetadata)
    try container.encodeIfPresent(mediaResolution, forKey: .mediaResolution)
  }
}
