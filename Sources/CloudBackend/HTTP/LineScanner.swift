#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Finds the ends of lines in bytes: CR, LF, or CR and LF.
///
/// It remembers where the next CR and the next LF are, so that it looks at each byte once for each
/// of them, however the lines end.
struct LineScanner {
  private let bytes: UnsafeRawBufferPointer
  private var position: Int
  private var nextReturn: Int
  private var nextLineFeed: Int

  init(_ bytes: UnsafeRawBufferPointer, from start: Int) {
    self.bytes = bytes
    position = start
    nextReturn = bytes.firstIndex(of: .carriageReturn, from: start) ?? bytes.count
    nextLineFeed = bytes.firstIndex(of: .lineFeed, from: start) ?? bytes.count
  }

  /// The next byte, if there is one.
  var first: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// What has not been scanned.
  var rest: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[position...]) }

  mutating func skipByte() {
    position += 1
    findEnds()
  }

  /// The next line that ends, and whether it ends in CR.
  mutating func nextLine() -> (text: UnsafeRawBufferPointer, endsInReturn: Bool)? {
    let end = min(nextReturn, nextLineFeed)
    guard end < bytes.count else { return nil }
    let endsInReturn = end == nextReturn
    let text = UnsafeRawBufferPointer(rebasing: bytes[position..<end])
    position = end + 1
    findEnds()
    return (text, endsInReturn)
  }

  private mutating func findEnds() {
    if nextReturn < position {
      nextReturn = bytes.firstIndex(of: .carriageReturn, from: position) ?? bytes.count
    }
    if nextLineFeed < position {
      nextLineFeed = bytes.firstIndex(of: .lineFeed, from: position) ?? bytes.count
    }
  }
}

extension UInt8 {
  static let lineFeed: UInt8 = 0x0A
  static let carriageReturn: UInt8 = 0x0D
  static let space: UInt8 = 0x20
  static let colon: UInt8 = 0x3A
}

extension UnsafeRawBufferPointer {
  /// The position of the first such byte at or after a position.
  func firstIndex(of byte: UInt8, from start: Int) -> Int? {
    guard start < count, let baseAddress else { return nil }
    let found = memchr(baseAddress + start, Int32(byte), count - start)
    return found.map { UnsafeRawPointer($0) - baseAddress }
  }
}
