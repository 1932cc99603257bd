/// Keeps an object from getting a name twice, where names are not fixed.
///
/// It reads JSON that is known to be valid so far, without white space, and says no to the quote that
/// would end a name that its object has.
struct NameGuard {
  /// The names of each object that is open; an array that is open has none.
  private var open: [Set<String>?] = []
  private var isInText = false
  private var isEscaped = false
  /// Whether the text that is open, or comes next in an object, is a name.
  private var isName = false
  /// The name that is open, as it is written.
  private var name: [UInt8] = []

  /// Whether the name that is open is one that its object has: it may not end here.
  var isTaken: Bool {
    guard isInText, isName, !isEscaped, let names = open.last ?? nil else { return false }
    return names.contains(decoded)
  }

  /// Takes a byte; `false`: it may not come.
  mutating func accept(_ byte: UInt8) -> Bool {
    if isInText { return acceptInText(byte) }
    switch byte {
    case UInt8(ascii: "\""):
      isInText = true
      name = []
    case UInt8(ascii: "{"):
      open.append([])
      isName = true
    case UInt8(ascii: "["):
      open.append(nil)
      isName = false
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      if !open.isEmpty { open.removeLast() }
      isName = false
    case UInt8(ascii: ","): isName = (open.last ?? nil) != nil
    case UInt8(ascii: ":"): isName = false
    default: break
    }
    return true
  }

  private mutating func acceptInText(_ byte: UInt8) -> Bool {
    if isEscaped {
      isEscaped = false
    } else if byte == UInt8(ascii: "\\") {
      isEscaped = true
    } else if byte == UInt8(ascii: "\"") {
      if isTaken { return false }
      if isName, let last = open.indices.last {
        let name = decoded
        open[last]?.insert(name)
      }
      isInText = false
      return true
    }
    if isName { name.append(byte) }
    return true
  }

  /// The name without escapes, of which there is one form for each character.
  private var decoded: String {
    guard name.contains(UInt8(ascii: "\\")) else { return String(decoding: name, as: UTF8.self) }
    var result: [UInt8] = []
    var rest = name[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\"), let escape = rest.popFirst() else {
        result.append(byte)
        continue
      }
      switch escape {
      case UInt8(ascii: "n"): result.append(0x0A)
      case UInt8(ascii: "r"): result.append(0x0D)
      case UInt8(ascii: "t"): result.append(0x09)
      case UInt8(ascii: "u"):
        let digits = String(decoding: rest.prefix(4), as: UTF8.self)
        rest = rest.dropFirst(4)
        result.append(UInt8(digits, radix: 16) ?? 0)
      default: result.append(escape)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
