extension GeneratedContent: Codable {
  /// Reads any value.
  ///
  /// Decoders do not tell the order of names, so they are sorted; ``init(json:)`` keeps it. What is
  /// nested more than 128 levels deep, counted from the decoder's top, throws `DecodingError`.
  public init(from decoder: any Decoder) throws {
    if let decoder = decoder as? ContentDecoder {
      self = decoder.value
      return
    }
    // Values are read, compared and freed level by level, on stacks that can be small.
    guard decoder.codingPath.count <= 2 * PartialJSON.maximumDepth else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: [], debugDescription: "It is nested too deeply.")
      )
    }
    if let container = try? decoder.container(keyedBy: ContentKey.self) {
      var properties: [String: GeneratedContent] = [:]
      for key in container.allKeys {
        properties[key.stringValue] = try container.decode(GeneratedContent.self, forKey: key)
      }
      self.init(kind: .structure(properties: properties, orderedKeys: properties.keys.sorted()))
      return
    }
    if var container = try? decoder.unkeyedContainer() {
      var elements: [GeneratedContent] = []
      while !container.isAtEnd {
        elements.append(try container.decode(GeneratedContent.self))
      }
      self.init(kind: .array(elements))
      return
    }
    self.init(kind: try Self.scalar(from: decoder.singleValueContainer()))
  }

  private static func scalar(from container: any SingleValueDecodingContainer) throws -> Kind {
    if container.decodeNil() { return .null }
    if let value = try? container.decode(Bool.self) { return .bool(value) }
    if let value = try? container.decode(Int64.self) { return .integer(value) }
    if let value = try? container.decode(UInt64.self) { return .unsignedInteger(value) }
    if let value = try? container.decode(Double.self) { return .number(value) }
    return .string(try container.decode(String.self))
  }

  /// Writes the value as what it is: a text as a text, an object as an object.
  public func encode(to encoder: any Encoder) throws {
    switch kind {
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .bool(let value): try value.encode(to: encoder)
    case .integer(let value): try value.encode(to: encoder)
    case .unsignedInteger(let value): try value.encode(to: encoder)
    case .number(let value): try value.encode(to: encoder)
    case .string(let value): try value.encode(to: encoder)
    case .array(let elements): try elements.encode(to: encoder)
    case .structure(let properties, let orderedKeys):
      var container = encoder.container(keyedBy: ContentKey.self)
      for key in orderedKeys {
        try container.encode(properties[key], forKey: ContentKey(stringValue: key))
      }
    }
  }
}
