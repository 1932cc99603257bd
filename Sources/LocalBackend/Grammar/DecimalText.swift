/// A number in decimal digits, so that bounds are compared as they are written.
struct DecimalText: Sendable, Hashable {
  /// How many digits after the point a number has at most, unless its bounds have more.
  static let fractionDigits = 10
  /// How many digits before the point a number has at most.
  static let wholeDigits = 15

  var isNegative = false
  /// The digits before the point, without zeros in front; 0 has one.
  var whole: [UInt8]
  /// The digits after the point.
  var fraction: [UInt8]
  /// The number as JSON.
  var text = ""

  /// The shortest form of a finite number.
  init(_ value: Double) {
    text = value.description
    isNegative = value < 0
    var digits: [UInt8] = []
    var pointAt: Int?
    var exponent = 0
    let parts = text.lowercased().split(separator: "e")
    for byte in (parts.first ?? "").utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digits.append(byte - UInt8(ascii: "0"))
      case UInt8(ascii: "."): pointAt = digits.count
      default: break
      }
    }
    if parts.count > 1 { exponent = Int(parts[1]) ?? 0 }
    let point = (pointAt ?? digits.count) + exponent
    if point <= 0 { digits = Array(repeating: 0, count: 1 - point) + digits }
    let place = max(point, 1)
    if place > digits.count { digits += Array(repeating: 0, count: place - digits.count) }
    whole = Self.withoutZeros(Array(digits[..<place]))
    fraction = Array(digits[place...])
    while fraction.last == 0 { fraction.removeLast() }
  }

  private init(whole: [UInt8], fraction: [UInt8]) {
    self.whole = whole
    self.fraction = fraction
  }

  static func zero(fractionDigits: Int) -> DecimalText {
    DecimalText(whole: [0], fraction: Array(repeating: 0, count: fractionDigits))
  }

  /// The greatest number that is written.
  static func greatest(fractionDigits: Int) -> DecimalText {
    DecimalText(
      whole: Array(repeating: 9, count: wholeDigits),
      fraction: Array(repeating: 9, count: fractionDigits)
    )
  }

  /// The magnitude with exactly so many digits after the point.
  func rounded(to count: Int, up: Bool) -> DecimalText {
    let kept = Array(fraction.prefix(count))
    let isExact = fraction.count <= count
    var result = DecimalText(
      whole: whole,
      fraction: kept + Array(repeating: 0, count: count - kept.count)
    )
    guard up, !isExact else { return result }
    let sum = Self.successor(of: result.whole + result.fraction)
    result.fraction = Array(sum.suffix(count))
    result.whole = Array(sum.dropLast(count))
    return result
  }

  /// Compares magnitudes of as many digits after the point.
  func isGreater(than other: DecimalText) -> Bool {
    if whole.count != other.whole.count { return whole.count > other.whole.count }
    return (other.whole + other.fraction).lexicographicallyPrecedes(whole + fraction)
  }

  static func digits(of number: UInt) -> [UInt8] {
    String(number).utf8.map { $0 - UInt8(ascii: "0") }
  }

  /// The whole number after one.
  static func successor(of digits: [UInt8]) -> [UInt8] {
    var digits = digits
    for index in digits.indices.reversed() {
      if digits[index] < 9 {
        digits[index] += 1
        return digits
      }
      digits[index] = 0
    }
    return [1] + digits
  }

  /// The whole number before one that is not 0.
  static func predecessor(of digits: [UInt8]) -> [UInt8] {
    var digits = digits
    for index in digits.indices.reversed() {
      if digits[index] > 0 {
        digits[index] -= 1
        break
      }
      digits[index] = 9
    }
    return withoutZeros(digits)
  }

  private static func withoutZeros(_ digits: [UInt8]) -> [UInt8] {
    let rest = Array(digits.drop { $0 == 0 })
    return rest.isEmpty ? [0] : rest
  }
}
