extension GeneratedContent {
  /// Reads a JSON text (RFC 8259), with the order of properties and all 64-bit integers.
  ///
  /// A name that an object has twice is refused, and so is one with more than 256 combining marks in a
  /// row; half of a surrogate pair becomes U+FFFD; a number that is too large for a `Double` is
  /// refused, and so is nesting of more than 64 levels.
  ///
  /// Throws `GenerationError.decodingFailure` when it is not valid.
  public init(json: String) throws {
    do {
      self = try Self.reading(json)
    } catch {
      throw GenerationError.decodingFailure(reason: error.description)
    }
  }

  /// Reads a JSON text.
  static func reading(_ json: String) throws(PartialJSON.Failure) -> GeneratedContent {
    var reader = PartialJSON()
    try reader.append(json)
    return try reader.end()
  }

  /// The value as JSON text, its properties in their order, without white space.
  ///
  /// A number that JSON cannot express (infinite, or no number) is `null`.
  public var jsonString: String {
    var text = ""
    write(to: &text, most: .max)
    return text
  }

  /// The beginning of ``jsonString``, of at most so many scalars and “…”.
  func excerpt(_ most: Int) -> String {
    var text = ""
    write(to: &text, most: most)
    return text.excerpt(most)
  }

  /// Writes the value, or as much of it as makes the text longer than `most` bytes.
  private func write(to text: inout String, most: Int) {
    switch kind {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .integer(let value): text += String(value)
    case .unsignedInteger(let value): text += String(value)
    case .number(let value): text += value.isFinite ? value.description : "null"
    case .string(let value): Self.write(value, to: &text, most: most)
    case .array(let elements):
      text += "["
      for (position, element) in elements.enumerated() {
        guard text.utf8.count <= most else { break }
        if position > 0 { text += "," }
        element.write(to: &text, most: most)
      }
      text += "]"
    case .structure(let properties, let orderedKeys):
      text += "{"
      var separator = ""
      for name in orderedKeys {
        guard text.utf8.count <= most else { break }
        guard let value = properties[name] else { continue }
        text += separator
        separator = ","
        Self.write(name, to: &text, most: most)
        text += ":"
        value.write(to: &text, most: most)
      }
      text += "}"
    }
  }

  private static func write(_ string: String, to text: inout String, most: Int) {
    let string = string.utf8.count > most ? string.excerpt(most) : string
    text += "\""
    defer { text += "\"" }
    let isPlain = string.utf8.allSatisfy {
      $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
    }
    if isPlain {
      text += string
      return
    }
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\u{0}"..<" ":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}

extension PartialJSON.Failure: CustomStringConvertible {
  /// What is wrong and where.
  package var description: String { "it is not valid JSON: \(reason) (after \(offset) bytes)" }
}
