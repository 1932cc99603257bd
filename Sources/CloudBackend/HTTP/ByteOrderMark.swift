import Foundation

/// Takes the mark off the start of a text that comes in pieces.
struct ByteOrderMark {
  private static let bytes: [UInt8] = [0xEF, 0xBB, 0xBF]

  private var matched = 0
  private var isPast = false

  /// The piece without the mark.
  ///
  /// What may be the start of one is kept back until the next piece tells.
  mutating func removed(from piece: Data) -> Data {
    guard !isPast else { return piece }
    var rest = piece
    while let byte = rest.first {
      guard byte == Self.bytes[matched] else {
        isPast = true
        return Self.bytes.prefix(matched) + rest
      }
      rest = rest.dropFirst()
      matched += 1
      if matched == Self.bytes.count {
        isPast = true
        break
      }
    }
    return Data(rest)
  }
}
