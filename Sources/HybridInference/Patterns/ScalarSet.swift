/// A set of Unicode scalars, as ranges in ascending order that do not touch.
package struct ScalarSet: Sendable, Hashable {
  package private(set) var ranges: [ClosedRange<UInt32>]

  /// All scalars there are.
  package static let all = ScalarSet([0...0xD7FF, 0xE000...0x10FFFF])

  /// Creates a set of ranges in any order.
  package init(_ ranges: [ClosedRange<UInt32>]) {
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

  package var isEmpty: Bool { ranges.isEmpty }

  /// Whether the set holds a scalar.
  func contains(_ scalar: UInt32) -> Bool {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < scalar { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].contains(scalar)
  }

  package func union(_ other: ScalarSet) -> ScalarSet { ScalarSet(ranges + other.ranges) }

  package func intersection(_ other: ScalarSet) -> ScalarSet {
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
  package var complement: ScalarSet {
    var result: [ClosedRange<UInt32>] = []
    var start: UInt32 = 0
    for range in ranges {
      if range.lowerBound > start { result.append(start...(range.lowerBound - 1)) }
      start = range.upperBound + 1
    }
    if start <= 0x10FFFF { result.append(start...0x10FFFF) }
    return ScalarSet(result).intersection(.all)
  }

  package func subtracting(_ other: ScalarSet) -> ScalarSet { intersection(other.complement) }
}
