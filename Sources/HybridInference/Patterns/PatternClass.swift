/// A class of characters such as `\d`, about whose members regular expressions do not agree.
///
/// ECMA's `\d` is ten digits, that of Python and Swift all digits of Unicode. What is generated must
/// match by any of them: so a class is made of what all agree on, and its complement of what none
/// counts in. What is checked is checked by ECMA 262, as JSON Schema says.
struct PatternClass: Sendable, Hashable {
  /// What all count in.
  var narrow: ScalarSet
  /// What any counts in.
  var broad: ScalarSet
  /// What ECMA 262 counts in.
  var exact: ScalarSet

  /// Creates a class about which there is no doubt.
  init(_ set: ScalarSet) {
    narrow = set
    broad = set
    exact = set
  }

  init(narrow: ScalarSet, broad: ScalarSet, exact: ScalarSet? = nil) {
    self.narrow = narrow
    self.broad = broad.union(narrow)
    self.exact = exact ?? narrow
  }

  /// Creates the union of classes.
  init(union classes: [PatternClass]) {
    narrow = ScalarSet(classes.flatMap(\.narrow.ranges))
    broad = ScalarSet(classes.flatMap(\.broad.ranges))
    exact = ScalarSet(classes.flatMap(\.exact.ranges))
  }

  var complement: PatternClass {
    PatternClass(narrow: broad.complement, broad: narrow.complement, exact: exact.complement)
  }

  /// The characters, as they are read for a purpose.
  func set(for reading: PatternParser.Reading) -> ScalarSet {
    reading == .agreed ? narrow : exact
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
    ]),
    exact: ScalarSet([
      0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029,
      0x202F...0x202F, 0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
    ])
  )
  /// What `.` does not stand for.
  static let newline = PatternClass(
    narrow: ScalarSet([0x0A...0x0A, 0x0D...0x0D, 0x2028...0x2029]),
    broad: ScalarSet([0x0A...0x0D, 0x85...0x85, 0x2028...0x2029])
  )

  /// The class of `\p{name}`; `nil` for one that is not supported.
  static func property(_ name: String) -> PatternClass? {
    let others: [ClosedRange<UInt32>] = [0xC0...0xD6, 0xD8...0xF6, 0xF8...0xFF]
    let narrow: ScalarSet
    let exact: ScalarSet
    switch name {
    case "L", "Letter":
      (narrow, exact) = (asciiLetters.union(ScalarSet(others)), letters)
    case "Alphabetic", "Alpha":
      (narrow, exact) = (asciiLetters.union(ScalarSet(others)), alphabetic)
    case "Lu", "Uppercase_Letter":
      (narrow, exact) = (ScalarSet([0x41...0x5A, 0xC0...0xD6, 0xD8...0xDE]), uppercase)
    case "Ll", "Lowercase_Letter":
      (narrow, exact) = (ScalarSet([0x61...0x7A, 0xDF...0xF6, 0xF8...0xFF]), lowercase)
    case "N", "Number": (narrow, exact) = (ScalarSet([0x30...0x39]), numbers)
    case "Nd", "Decimal_Number": (narrow, exact) = (ScalarSet([0x30...0x39]), digits)
    default: return nil
    }
    return PatternClass(narrow: narrow, broad: beyondASCII, exact: exact)
  }

  private static let letters = set {
    [.uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter]
      .contains($0.generalCategory)
  }
  private static let alphabetic = set(\.isAlphabetic)
  private static let uppercase = set { $0.generalCategory == .uppercaseLetter }
  private static let lowercase = set { $0.generalCategory == .lowercaseLetter }
  private static let digits = set { $0.generalCategory == .decimalNumber }
  private static let numbers = set {
    [.decimalNumber, .letterNumber, .otherNumber].contains($0.generalCategory)
  }

  /// The characters of Unicode with a property.
  private static func set(_ holds: (Unicode.Scalar.Properties) -> Bool) -> ScalarSet {
    var ranges: [ClosedRange<UInt32>] = []
    for value in UInt32.min...0x10FFFF {
      guard let scalar = Unicode.Scalar(value), holds(scalar.properties) else { continue }
      if let last = ranges.last, last.upperBound + 1 == value {
        ranges[ranges.count - 1] = last.lowerBound...value
      } else {
        ranges.append(value...value)
      }
    }
    return ScalarSet(ranges)
  }
}
