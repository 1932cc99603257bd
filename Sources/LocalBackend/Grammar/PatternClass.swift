/// A class of characters such as `\d`, about whose members regular expressions do not agree.
///
/// ECMA's `\d` is ten digits, that of Python and Swift all digits of Unicode. What is generated must
/// match by any of them: so a class is made of what all agree on, and its complement of what none
/// counts in.
struct PatternClass: Sendable, Hashable {
  /// What all count in.
  var narrow: ScalarSet
  /// What any counts in.
  var broad: ScalarSet

  /// Creates a class about which there is no doubt.
  init(_ set: ScalarSet) {
    narrow = set
    broad = set
  }

  init(narrow: ScalarSet, broad: ScalarSet) {
    self.narrow = narrow
    self.broad = broad.union(narrow)
  }

  var complement: PatternClass {
    PatternClass(narrow: broad.complement, broad: narrow.complement)
  }

  func union(_ other: PatternClass) -> PatternClass {
    PatternClass(narrow: narrow.union(other.narrow), broad: broad.union(other.broad))
  }

  private static let beyondASCII = ScalarSet([0x80...0x10FFFF])
  private static let asciiLetters = ScalarSet([0x41...0x5A, 0x61...0x7A])

  static let digit = PatternClass(
    narrow: ScalarSet([0x30...0x39]),
    // The digits of other scripts begin here.
    broad: ScalarSet([0x30...0x39, 0x660...0x10FFFF])
  )
  static let word = PatternClass(
    narrow: asciiLetters.union(ScalarSet([0x30...0x39, 0x5F...0x5F])),
    broad: beyondASCII
  )
  static let space = PatternClass(
    narrow: ScalarSet([0x09...0x0D, 0x20...0x20]),
    broad: ScalarSet([
      0x1C...0x1F, 0x85...0x85, 0xA0...0xA0, 0x1680...0x1680, 0x180E...0x180E, 0x2000...0x200D,
      0x2028...0x202F, 0x205F...0x2060, 0x3000...0x3000, 0xFEFF...0xFEFF,
    ])
  )
  /// What `.` stands for.
  static let notNewline = ScalarSet([0x0A...0x0D, 0x85...0x85, 0x2028...0x2029]).complement

  /// The class of `\p{name}`; `nil` for one that is not supported.
  static func property(_ name: String) -> PatternClass? {
    let letters: [ClosedRange<UInt32>] = [0xC0...0xD6, 0xD8...0xF6, 0xF8...0xFF]
    let narrow: ScalarSet
    switch name {
    case "L", "Letter", "Alphabetic": narrow = asciiLetters.union(ScalarSet(letters))
    case "Lu", "Uppercase_Letter": narrow = ScalarSet([0x41...0x5A, 0xC0...0xD6, 0xD8...0xDE])
    case "Ll", "Lowercase_Letter": narrow = ScalarSet([0x61...0x7A, 0xDF...0xF6, 0xF8...0xFF])
    case "N", "Number", "Nd", "Decimal_Number": narrow = ScalarSet([0x30...0x39])
    default: return nil
    }
    return PatternClass(narrow: narrow, broad: beyondASCII)
  }
}
