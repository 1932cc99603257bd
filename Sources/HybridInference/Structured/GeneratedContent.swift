import Foundation

/// A value that a model made: text, a number, an object and so on, as JSON has them.
public struct GeneratedContent: Sendable, Hashable {
  /// What the value is.
  public enum Kind: Sendable, Hashable {
    /// JSON's `null`.
    case null
    /// A truth value.
    case bool(Bool)
    /// A whole number that fits 64 bits with sign.
    case integer(Int64)
    /// Any other number.
    case number(Double)
    /// A text.
    case string(String)
    /// Values in order.
    case array([GeneratedContent])
    /// Values by name, and the order of the names.
    case structure(properties: [String: GeneratedContent], orderedKeys: [String])

    /// An object without any properties.
    public static let emptyStructure = Kind.structure(properties: [:], orderedKeys: [])
  }

  /// What the value is.
  public var kind: Kind
  /// Whether the model has finished the value.
  ///
  /// In a stream: not before the last snapshot.
  public var isComplete: Bool

  /// Creates a value.
  public init(kind: Kind, isComplete: Bool = true) {
    self.kind = kind
    self.isComplete = isComplete
  }

  /// Reads a JSON text.
  ///
  /// Throws `GenerationError.decodingFailure` when it is not valid.
  public init(json: String) throws {
    do {
      self = try JSONDecoder().decode(GeneratedContent.self, from: Data(json.utf8))
    } catch {
      throw GenerationError.decodingFailure(reason: "it is not valid JSON")
    }
  }

  /// The property of an object; `nil` where there is none, or the value is no object.
  public subscript(property: String) -> GeneratedContent? {
    if case .structure(let properties, _) = kind { properties[property] } else { nil }
  }

  /// The text, of a value that is one.
  public var stringValue: String? {
    if case .string(let text) = kind { text } else { nil }
  }

  /// The value as JSON text, its properties in order of their names.
  public var jsonString: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Only a number that JSON cannot express (infinite, or no number) makes this fail.
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "null"
  }
}

extension GeneratedContent: Codable {
  private struct Key: CodingKey {
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

  /// Reads any JSON value.
  public init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: Key.self) {
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
    case .number(let value): try value.encode(to: encoder)
    case .string(let value): try value.encode(to: encoder)
    case .array(let elements): try elements.encode(to: encoder)
    case .structure(let properties, let orderedKeys):
      var container = encoder.container(keyedBy: Key.self)
      for key in orderedKeys {
        try container.encode(properties[key], forKey: Key(key))
      }
    }
  }
}
