/// The UTF-8 forms of a range of scalars, as rows of ranges of bytes.
enum UTF8Paths {
  typealias Path = [ClosedRange<UInt8>]

  /// The rows: each byte of a row may be any of its range, and together they are all the scalars.
  static func paths(of range: ClosedRange<UInt32>) -> [Path] {
    var paths: [Path] = []
    for limit in [0...0x7F, 0x80...0x7FF, 0x800...0xFFFF, 0x10000...0x10FFFF]
      as [ClosedRange<UInt32>]
    where limit.overlaps(range) {
      split(range.clamped(to: limit), into: &paths)
    }
    return paths
  }

  /// Splits a range of scalars of one length.
  private static func split(_ range: ClosedRange<UInt32>, into paths: inout [Path]) {
    let count = bytes(of: range.lowerBound).count
    // The lowest bits, where they do not span whole blocks, are split off.
    for length in 1..<max(count, 1) {
      let mask: UInt32 = (1 << (6 * UInt32(length))) - 1
      guard range.lowerBound & ~mask != range.upperBound & ~mask else { continue }
      if range.lowerBound & mask != 0 {
        split(range.lowerBound...(range.lowerBound | mask), into: &paths)
        split(((range.lowerBound | mask) + 1)...range.upperBound, into: &paths)
        return
      }
      if range.upperBound & mask != mask {
        split(range.lowerBound...((range.upperBound & ~mask) - 1), into: &paths)
        split((range.upperBound & ~mask)...range.upperBound, into: &paths)
        return
      }
    }
    paths.append(zip(bytes(of: range.lowerBound), bytes(of: range.upperBound)).map { $0...$1 })
  }

  private static func bytes(of scalar: UInt32) -> [UInt8] {
    func tail(_ shift: UInt32) -> UInt8 { UInt8(0x80 | (scalar >> shift) & 0x3F) }
    return switch scalar {
    case ..<0x80: [UInt8(scalar)]
    case ..<0x800: [UInt8(0xC0 | scalar >> 6), tail(0)]
    case ..<0x10000: [UInt8(0xE0 | scalar >> 12), tail(6), tail(0)]
    default: [UInt8(0xF0 | scalar >> 18), tail(12), tail(6), tail(0)]
    }
  }
}
