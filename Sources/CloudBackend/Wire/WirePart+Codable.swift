import HybridInference

extension Wire.Part {
  private enum CodingKeys: String, CodingKey, CaseIterable {
    case text
    case inlineData
    case fileData
    case functionCall
    case functionResponse
    case executableCode
    case codeExecutionResult
    case thought
    case thoughtSignature
    case videoMetadata
    case mediaResolution
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    thought = try container.decodeIfPresent(Bool.self, forKey: .thought)
    thoughtSignature = try container.decodeIfPresent(String.self, forKey: .thoughtSignature)
    videoMetadata = try container.decodeIfPresent(Wire.VideoMetadata.self, forKey: .videoMetadata)
    mediaResolution = try container.decodeIfPresent(
      Wire.PartResolution.self,
      forKey: .mediaResolution
    )
    kind = try Self.decodeKind(from: decoder, container)
  }

  private static func decodeKind(
    from decoder: any Decoder,
    _ container: KeyedDecodingContainer<CodingKeys>
  ) throws -> Kind {
    switch CodingKeys.allCases.first(where: container.contains) {
    case .text: .text(try container.decode(String.self, forKey: .text))
    case .inlineData: .inlineData(try container.decode(Wire.Blob.self, forKey: .inlineData))
    case .fileData: .fileData(try container.decode(Wire.FileData.self, forKey: .fileData))
    case .functionCall:
      .functionCall(try container.decode(Wire.FunctionCall.self, forKey: .functionCall))
    case .functionResponse:
      .functionResponse(try container.decode(Wire.FunctionResponse.self, forKey: .functionResponse))
    case .executableCode:
      .executableCode(try container.decode(Wire.ExecutableCode.self, forKey: .executableCode))
    case .codeExecutionResult:
      .codeExecutionResult(
        try container.decode(Wire.CodeExecutionResult.self, forKey: .codeExecutionResult)
      )
    case .thought, .thoughtSignature, .videoMetadata, .mediaResolution, nil:
      try decodeUnknown(from: decoder)
    }
  }

  /// A part of a kind that this code does not know; a signature alone is an empty text.
  private static func decodeUnknown(from decoder: any Decoder) throws -> Kind {
    guard
      case .structure(var properties, var keys) = try GeneratedContent(from: decoder).kind
    else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "No object.")
      )
    }
    let common = [CodingKeys.thought, .thoughtSignature, .videoMetadata, .mediaResolution]
      .map(\.rawValue)
    let isSigned = properties[CodingKeys.thoughtSignature.rawValue] != nil
    keys.removeAll(where: common.contains)
    for key in common { properties[key] = nil }
    if keys.isEmpty, isSigned { return .text("") }
    guard !keys.isEmpty else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "A part without any content.")
      )
    }
    return .unknown(GeneratedContent(kind: .structure(properties: properties, orderedKeys: keys)))
  }

  // Each kind is written by a line of its own: an optional of a type that also opens a keyed
  // container elsewhere can trap in the encoder.
  func encode(to encoder: any Encoder) throws {
    if case .unknown(let value) = kind {
      try value.encode(to: encoder)
    }
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch kind {
    case .text(let text): try container.encode(text, forKey: .text)
    case .inlineData(let blob): try container.encode(blob, forKey: .inlineData)
    case .fileData(let file): try container.encode(file, forKey: .fileData)
    case .functionCall(let call): try container.encode(call, forKey: .functionCall)
    case .functionResponse(let response): try container.encode(response, forKey: .functionResponse)
    case .executableCode(let code): try container.encode(code, forKey: .executableCode)
    case .codeExecutionResult(let result):
      try container.encode(result, forKey: .codeExecutionResult)
    case .unknown: break
    }
    try container.encodeIfPresent(thought, forKey: .thought)
    try container.encodeIfPresent(thoughtSignature, forKey: .thoughtSignature)
    try container.encodeIfPresent(videoMetadata, forKey: .videoMetadata)
    try container.encodeIfPresent(mediaResolution, forKey: .mediaResolution)
  }
}
