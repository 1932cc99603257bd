extension PartialJSON {
  /// Reads a string on, from a position of a piece; gives the position after what was read.
  mutating func readString(
    _ bytes: UnsafeBufferPointer<UInt8>,
    from start: Int
  ) throws(Failure) -> Int {
    var position = start
    if escape == nil {
      while position < bytes.count, Self.isPlain(bytes[position]) { position += 1 }
    }
    if position > start {
      endSurrogate()
      token.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start..<position]))
      offset += position - start
    }
    guard position < bytes.count else { return position }
    let byte = bytes[position]
    if escape != nil {
      try readEscape(byte)
    } else if byte == UInt8(ascii: "\\") {
      escape = []
    } else if byte == UInt8(ascii: "\"") {
      endSurrogate()
      try endString()
    } else {
      throw failed("a string holds a control character")
    }
    offset += 1
    return position + 1
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  private mutating func readEscape(_ byte: UInt8) throws(Failure) {
    if let begun = escape, !begun.isEmpty {
      guard Character(UnicodeScalar(byte)).isHexDigit else {
        throw failed("an escape is not valid")
      }
      escape?.append(byte)
      if begun.count == 4 { endUnicodeEscape() }
      return
    }
    let plain: Character? =
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
        Character(UnicodeScalar(byte))
      case UInt8(ascii: "b"): "\u{8}"
      case UInt8(ascii: "f"): "\u{C}"
      case UInt8(ascii: "n"): "\n"
      case UInt8(ascii: "r"): "\r"
      case UInt8(ascii: "t"): "\t"
      default: nil
      }
    if let plain {
      endSurrogate()
      token.append(contentsOf: plain.utf8)
      escape = nil
    } else if byte == UInt8(ascii: "u") {
      escape = [byte]
    } else {
      throw failed("an escape is not valid")
    }
  }

  private mutating func endUnicodeEscape() {
    let digits = String(decoding: escape?.dropFirst() ?? [], as: UTF8.self)
    let unit = UInt32(digits, radix: 16) ?? 0xFFFD
    escape = nil
    if let high = highSurrogate, (0xDC00...0xDFFF).contains(unit) {
      highSurrogate = nil
      append(0x1_0000 + (high - 0xD800) << 10 + (unit - 0xDC00))
      return
    }
    endSurrogate()
    if (0xD800...0xDBFF).contains(unit) {
      highSurrogate = unit
    } else {
      append(unit)
    }
  }

  /// A first half without its second.
  private mutating func endSurrogate() {
    guard highSurrogate != nil else { return }
    highSurrogate = nil
    append(0xFFFD)
  }

  private mutating func append(_ codePoint: UInt32) {
    token.append(contentsOf: Character(UnicodeScalar(codePoint) ?? "\u{FFFD}").utf8)
  }

  /// How many combining marks may follow each other in a name.
  ///
  /// Names are compared with their marks in order, which takes the square of their number.
  static let maximumMarks = 256

  static func hasTooManyMarks(_ name: String) -> Bool {
    guard name.utf8.count > maximumMarks else { return false }
    var count = 0
    for scalar in name.unicodeScalars {
      let isMark = !scalar.isASCII && scalar.properties.canonicalCombiningClass != .notReordered
      count = isMark ? count + 1 : 0
      if count > maximumMarks { return true }
    }
    return false
  }
}
