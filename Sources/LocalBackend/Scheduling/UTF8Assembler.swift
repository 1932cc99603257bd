/// Puts whole characters together from bytes that come in pieces.
///
/// A token's bytes can be part of a character. They are kept back until the rest has come.
struct UTF8Assembler {
  private var pending: [UInt8] = []

  /// Takes bytes.
  ///
  /// Returns the characters that are whole by now.
  mutating func append(_ bytes: [UInt8]) -> String {
    pending += bytes
    let kept = Self.lengthOfUnfinishedTail(of: pending)
    let whole = String(decoding: pending.dropLast(kept), as: UTF8.self)
    pending.removeFirst(pending.count - kept)
    return whole
  }

  /// Nothing more will come.
  ///
  /// Returns what was kept back; what is not valid becomes U+FFFD.
  mutating func finish() -> String {
    defer { pending = [] }
    return String(decoding: pending, as: UTF8.self)
  }

  /// How many bytes at the end begin a character that may still become whole.
  private static func lengthOfUnfinishedTail(of bytes: [UInt8]) -> Int {
    for length in 1...3 where length <= bytes.count {
      let byte = bytes[bytes.count - length]
      if byte & 0xC0 == 0x80 { continue }
      let expected =
        switch byte {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 1
        }
      guard length < expected, isValidStart(bytes.suffix(length)) else { return 0 }
      return length
    }
    return 0
  }

  /// Whether these bytes, which lack a few, can begin a valid character.
  ///
  /// Some second bytes are not valid after some first ones: too long forms, surrogates, too large.
  private static func isValidStart(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first, let second = bytes.dropFirst().first else { return true }
    return switch first {
    case 0xE0: second >= 0xA0
    case 0xED: second <= 0x9F
    case 0xF0: second >= 0x90
    case 0xF4: second <= 0x8F
    default: true
    }
  }
}
