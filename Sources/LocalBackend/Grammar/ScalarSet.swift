/// A set of Unicode scalars, as ranges in ascending order that do not touch.
struct ScalarSet: Sendable, Hashable {
  private(set) var ranges: [ClosedRange<UInt32>]

  /// All scalars there are.
  static let all = ScalarSet([0...0xD7FF, 0xE000...0x10FFFF])
  static let empty = ScalarSet([])

  /// Creates a set of ranges in any order.
  init(_ ranges: [ClosedRange<UInt32>]) {
    self.ranges = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = self.ranges.last, range.lowerBound <= last.upperBound &+ 1 {
        let end = max(last.upperBound, range.upperBound)
        self.ranges[self.ranges.count - 1] = last.lowerBound...end
      } else {
        self.ranges.append(range)
      }
    }
  }

  /// Creates a set of the characters of a text.
  init(of text: String) {
    self.init(text.unicodeScalars.map { $0.value...$0.value })
  }

  var isEmpty: Bool { ranges.isEmpty }

  func union(_ other: ScalarSet) -> ScalarSet { ScalarSet(ranges + other.ranges) }

  func intersection(_ other: ScalarSet) -> ScalarSet {
    var result: [ClosedRange<UInt32>] = []
    var mine = ranges[...]
    var others = other.ranges[...]
    while let first = mine.first, let second = others.first {
      let least = max(first.lowerBound, second.lowerBound)
      let most = min(first.upperBound, second.upperBound)
      if least <= most { result.append(least...most) }
      if first.upperBound < second.upperBound { mine.removeFirst() } else { others.removeFirst() }
    }
    return ScalarSet(result)
  }

  /// All scalars that are not in the set.
  var complement: ScalarSet {
    var result: [ClosedRange<UInt32>] = []
    var start: UInt32 = 0
    for range in ranges {
      if range.lowerBound > start { result.append(start...(range.lowerBound - 1)) }
      start = range.upperBound + 1
    }
    if start <= 0x10FFFF { result.append(start...0x10FFFF) }
    return ScalarSet(result).intersection(.all)
  }

  func subtracting(_ other: ScalarSet) -> ScalarSet { intersection(other.complement) }
}
