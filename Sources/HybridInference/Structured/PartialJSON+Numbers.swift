extension PartialJSON {
  static func isPartOfNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }

  /// Ends the number that is being read.
  mutating func endNumber() throws(Failure) {
    guard Self.isNumber(token) else { throw failed("a number is not valid") }
    let text = String(decoding: token, as: UTF8.self)
    if text == "-0" {
      add(.init(kind: .number(-0.0)))
    } else if let value = Int64(text) {
      add(.init(kind: .integer(value)))
    } else if let value = UInt64(text) {
      add(.init(kind: .unsignedInteger(value)))
    } else if let value = Double(text), value.isFinite {
      add(.init(kind: .number(value)))
    } else {
      throw failed("a number is too large")
    }
  }

  /// Whether the bytes are a number by the standard's grammar.
  private static func isNumber(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
    let whole = rest.prefix(while: isDigit)
    guard let first = whole.first, whole.count == 1 || first != UInt8(ascii: "0") else {
      return false
    }
    rest = rest.dropFirst(whole.count)
    if rest.first == UInt8(ascii: ".") {
      let digits = rest.dropFirst().prefix(while: isDigit)
      guard !digits.isEmpty else { return false }
      rest = rest.dropFirst(digits.count + 1)
    }
    if let mark = rest.first, mark | 0x20 == UInt8(ascii: "e") {
      rest.removeFirst()
      if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
        rest.removeFirst()
      }
      let digits = rest.prefix(while: isDigit)
      guard !digits.isEmpty else { return false }
      rest = rest.dropFirst(digits.count)
    }
    return rest.isEmpty
  }
}
