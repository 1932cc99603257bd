import Foundation

/// A type that ``ContentDecoder`` reads by a rule of its own, not by the type's `init(from:)`.
protocol ContentConvertible {
  init(content decoder: ContentDecoder) throws
}

extension ContentDecoder {
  /// The text, once it has ended.
  fileprivate func completeText(_ type: Any.Type) throws -> String {
    guard case .string(let text) = value.kind else { throw mismatch(type, "a text") }
    try checkCompleteness()
    return text
  }

  /// The value that a text stands for, once it has ended.
  fileprivate func read<Value>(
    _ expected: String,
    _ make: (String) -> Value?
  ) throws -> Value {
    guard let value = make(try completeText(Value.self)) else {
      throw corrupted("expected \(expected)")
    }
    return value
  }

  /// Reads elements one by one; the last one may be left out while it cannot be read yet.
  fileprivate func decodeElements<T: Decodable>(_ type: T.Type) throws -> [T] {
    guard case .array(let elements) = value.kind else { throw mismatch([T].self, "an array") }
    var result: [T] = []
    result.reserveCapacity(elements.count)
    for (position, element) in elements.enumerated() {
      do {
        result.append(try nested(element, at: ContentKey(intValue: position)).decode(type))
      } catch  where !element.isComplete {
        break
      }
    }
    return result
  }
}

extension Date: ContentConvertible {
  init(content decoder: ContentDecoder) throws {
    self = try decoder.read("a date and time such as 2026-01-02T03:04:05Z") { text in
      let plain = Date.ISO8601FormatStyle()
      let fractional = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
      return (try? plain.parse(text)) ?? (try? fractional.parse(text))
    }
  }
}

extension URL: ContentConvertible {
  init(content decoder: ContentDecoder) throws {
    self = try decoder.read("a URL") { URL(string: $0) }
  }
}

extension UUID: ContentConvertible {
  init(content decoder: ContentDecoder) throws {
    self = try decoder.read("a UUID") { UUID(uuidString: $0) }
  }
}

extension Data: ContentConvertible {
  init(content decoder: ContentDecoder) throws {
    self = try decoder.read("data in Base64") { Data(base64Encoded: $0) }
  }
}

extension Decimal: ContentConvertible {
  init(content decoder: ContentDecoder) throws {
    switch decoder.value.kind {
    case .integer(let value): self = Decimal(value)
    case .unsignedInteger(let value): self = Decimal(value)
    case .number(let value):
      // By its shortest text: 0.1 is then a tenth.
      guard let decimal = Decimal(string: value.description) else {
        throw decoder.corrupted("the number does not fit Decimal")
      }
      self = decimal
    default: throw decoder.mismatch(Decimal.self, "a number")
    }
  }
}

extension Optional: ContentConvertible where Wrapped: Decodable {
  init(content decoder: ContentDecoder) throws {
    if decoder.decodeNil() {
      self = nil
      return
    }
    do {
      self = try decoder.decode(Wrapped.self)
    } catch  where !decoder.value.isComplete {
      self = nil
    }
  }
}

extension Array: ContentConvertible where Element: Decodable {
  init(content decoder: ContentDecoder) throws {
    self = try decoder.decodeElements(Element.self)
  }
}

extension Set: ContentConvertible where Element: Decodable {
  init(content decoder: ContentDecoder) throws {
    self = Set(try decoder.decodeElements(Element.self))
  }
}

extension Dictionary: ContentConvertible where Key == String, Value: Decodable {
  init(content decoder: ContentDecoder) throws {
    guard case .structure(let properties, let names) = decoder.value.kind else {
      throw decoder.mismatch([String: Value].self, "an object")
    }
    self = [:]
    for name in names {
      guard let value = properties[name] else { continue }
      do {
        self[name] = try decoder.nested(value, at: ContentKey(stringValue: name))
          .decode(Value.self)
      } catch  where !value.isComplete {
        break
      }
    }
  }
}
