/// Numbers in JSON, within bounds.
extension GrammarBuilder {
  private static let zero = UInt8(ascii: "0")
  private static let minus = UInt8(ascii: "-")
  private static let point = UInt8(ascii: ".")

  /// A whole number from one to another.
  mutating func integer(from least: Int, to most: Int, then next: ID) -> ID {
    var ways: [ID] = []
    if least < 0 {
      let digits = natural(
        from: DecimalText.digits(of: most < 0 ? most.magnitude : 1),
        to: DecimalText.digits(of: least.magnitude),
        then: next
      )
      ways.append(byte(Self.minus, then: digits))
    }
    if most >= 0 {
      let digits = natural(
        from: DecimalText.digits(of: max(least, 0).magnitude),
        to: DecimalText.digits(of: most.magnitude),
        then: next
      )
      ways.append(digits)
    }
    return either(ways)
  }

  /// A whole number without sign from one to another, both in digits.
  mutating func natural(from least: [UInt8], to most: [UInt8], then next: ID) -> ID {
    if least.count == most.count { return digits(from: least, to: most, then: next) }
    var ways = [digits(from: least, to: least.map { _ in 9 }, then: next)]
    for count in (least.count + 1)..<most.count {
      ways.append(digit(from: 1, to: 9, then: anyDigits(count - 1, then: next)))
    }
    let first = [1] + Array(repeating: 0, count: most.count - 1)
    ways.append(digits(from: first.map { UInt8($0) }, to: most, then: next))
    return either(ways)
  }

  /// Any number with a fraction and an exponent, within what a 32-bit number holds.
  mutating func number(then next: ID) -> ID {
    let two = digit(from: 0, to: 2, then: next)
    let exponent = either([
      digit(from: 0, to: 9, then: next), byte(Self.zero, then: digit(from: 0, to: 9, then: next)),
      byte(UInt8(ascii: "1"), then: digit(from: 0, to: 9, then: next)),
      byte(UInt8(ascii: "2"), then: two),
    ])
    let signed = either([
      exponent, byte(UInt8(ascii: "+"), then: exponent), byte(Self.minus, then: exponent),
    ])
    let tail = either([
      next, byte(UInt8(ascii: "e"), then: signed), byte(UInt8(ascii: "E"), then: signed),
    ])
    let fraction = byte(
      Self.point,
      then: digit(from: 0, to: 9, then: upToDigits(DecimalText.fractionDigits - 1, then: tail))
    )
    let rest = either([tail, fraction])
    let whole = either([
      byte(Self.zero, then: rest),
      digit(from: 1, to: 9, then: upToDigits(DecimalText.wholeDigits - 1, then: rest)),
    ])
    return either([whole, byte(Self.minus, then: whole)])
  }

  /// A number from one to another, without an exponent.
  ///
  /// Of bounds that leave no short number between them, the bounds themselves.
  mutating func number(from least: Double?, to most: Double?, then next: ID) -> ID {
    var ways: [ID] = []
    let least = least.map(DecimalText.init)
    let most = most.map(DecimalText.init)
    if most.map({ !$0.isNegative }) ?? true {
      ways.append(
        magnitude(
          from: least.flatMap { $0.isNegative ? nil : $0 },
          to: most,
          then: next
        )
      )
    }
    if least.map(\.isNegative) ?? true {
      let digits = magnitude(
        from: most.flatMap { $0.isNegative ? $0 : nil },
        to: least,
        then: next
      )
      if digits != Self.never { ways.append(byte(Self.minus, then: digits)) }
    }
    let way = either(ways)
    if way != Self.never { return way }
    return anyOf([least, most].compactMap { $0.map { Array($0.text.utf8) } }, then: next)
  }

  /// A number without sign; ``never`` when none of few enough digits lies between the bounds.
  private mutating func magnitude(
    from least: DecimalText?,
    to most: DecimalText?,
    then next: ID
  ) -> ID {
    let count = min(
      20,
      max(DecimalText.fractionDigits, least?.fraction.count ?? 0, most?.fraction.count ?? 0)
    )
    let low = least.map { $0.rounded(to: count, up: true) } ?? .zero(fractionDigits: count)
    let cap = DecimalText.greatest(fractionDigits: count)
    var high = most.map { $0.rounded(to: count, up: false) } ?? cap
    if high.isGreater(than: cap) { high = cap }
    guard !low.isGreater(than: high) else { return Self.never }
    if low.whole == high.whole {
      let rest = fraction(from: low.fraction, to: high.fraction, then: next)
      return literal(low.whole.map { Self.zero + $0 }, then: rest)
    }
    let nines = Array(repeating: UInt8(9), count: count)
    let zeros = Array(repeating: UInt8(0), count: count)
    var ways = [
      literal(
        low.whole.map { Self.zero + $0 },
        then: fraction(from: low.fraction, to: nines, then: next)
      ),
      literal(
        high.whole.map { Self.zero + $0 },
        then: fraction(from: zeros, to: high.fraction, then: next)
      ),
    ]
    let after = DecimalText.successor(of: low.whole)
    if after != high.whole {
      let before = DecimalText.predecessor(of: high.whole)
      let rest = fraction(from: zeros, to: nines, then: next)
      ways.append(natural(from: after, to: before, then: rest))
    }
    return either(ways)
  }

  /// The point and the digits after it, or nothing where that is in the bounds.
  private mutating func fraction(from least: [UInt8], to most: [UInt8], then next: ID) -> ID {
    let digits = fractionDigits(from: least[...], to: most[...], then: next, isFirst: true)
    let rest = byte(Self.point, then: digits)
    return least.allSatisfy { $0 == 0 } ? either([next, rest]) : rest
  }

  /// Digits after the point; `nil` for a bound that an earlier digit has settled.
  private mutating func fractionDigits(
    from least: ArraySlice<UInt8>?,
    to most: ArraySlice<UInt8>?,
    then next: ID,
    isFirst: Bool,
    count: Int? = nil
  ) -> ID {
    let left = least?.count ?? most?.count ?? count ?? 0
    if least == nil, most == nil { return upToDigits(left, then: next) }
    guard left > 0 else { return next }
    var ways: [ID] = []
    let mayStop = least?.allSatisfy { $0 == 0 } ?? true
    if !isFirst, mayStop { ways.append(next) }
    for (range, low, high) in Self.choices(least?.first, most?.first) {
      let tail = fractionDigits(
        from: low ? least?.dropFirst() : nil,
        to: high ? most?.dropFirst() : nil,
        then: next,
        isFirst: false,
        count: left - 1
      )
      ways.append(digit(from: range.lowerBound, to: range.upperBound, then: tail))
    }
    return either(ways)
  }

  /// As many digits as both bounds have, from one to the other.
  private mutating func digits(from least: [UInt8], to most: [UInt8], then next: ID) -> ID {
    digits(from: least[...], to: most[...], count: least.count, then: next)
  }

  private mutating func digits(
    from least: ArraySlice<UInt8>?,
    to most: ArraySlice<UInt8>?,
    count: Int,
    then next: ID
  ) -> ID {
    if least == nil, most == nil { return anyDigits(count, then: next) }
    guard count > 0 else { return next }
    var ways: [ID] = []
    for (range, low, high) in Self.choices(least?.first, most?.first) {
      let tail = digits(
        from: low ? least?.dropFirst() : nil,
        to: high ? most?.dropFirst() : nil,
        count: count - 1,
        then: next
      )
      ways.append(digit(from: range.lowerBound, to: range.upperBound, then: tail))
    }
    return either(ways)
  }

  /// The next digits between two bounds, and whether each bound still counts after them.
  private static func choices(
    _ least: UInt8?,
    _ most: UInt8?
  ) -> [(ClosedRange<UInt8>, low: Bool, high: Bool)] {
    let low = least ?? 0
    let high = most ?? 9
    guard low <= high else { return [] }
    if low == high { return [(low...high, least != nil, most != nil)] }
    var choices: [(ClosedRange<UInt8>, low: Bool, high: Bool)] = []
    if least != nil { choices.append((low...low, true, false)) }
    let start = least == nil ? low : low + 1
    let end = most == nil ? high : high - 1
    if start <= end { choices.append((start...end, false, false)) }
    if most != nil { choices.append((high...high, false, true)) }
    return choices
  }

  private mutating func digit(from least: UInt8, to most: UInt8, then next: ID) -> ID {
    bytes((Self.zero + least)...(Self.zero + most), then: next)
  }

  private mutating func anyDigits(_ count: Int, then next: ID) -> ID {
    var next = next
    for _ in 0..<count { next = digit(from: 0, to: 9, then: next) }
    return next
  }

  private mutating func upToDigits(_ count: Int, then next: ID) -> ID {
    var result = next
    for _ in 0..<count { result = either([next, digit(from: 0, to: 9, then: result)]) }
    return result
  }
}
