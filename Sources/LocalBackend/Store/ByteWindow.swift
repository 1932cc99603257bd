/// Reads little-endian values from a file, one after the other, through a window of bytes.
struct ByteWindow {
  /// Reads bytes at an offset: as many as asked for, or fewer at the end of the file.
  typealias Source = (_ offset: UInt64, _ count: Int) throws(GGUFError) -> [UInt8]

  /// How many bytes the file has.
  let size: UInt64
  /// Where the next value is.
  private(set) var offset: UInt64 = 0

  private let source: Source
  private var window: [UInt8] = []
  private var windowStart: UInt64 = 0

  private static let windowSize = 1 << 16

  init(size: UInt64, source: @escaping Source) {
    self.size = size
    self.source = source
  }

  /// Steps over bytes.
  mutating func skip(_ count: UInt64) throws(GGUFError) {
    guard count <= size - offset else { throw truncated(by: count) }
    offset += count
  }

  /// Reads an integer.
  mutating func read<Value: FixedWidthInteger>(
    _ type: Value.Type = Value.self
  ) throws(GGUFError) -> Value {
    let count = MemoryLayout<Value>.size
    let start = try fill(count)
    let value = window.withUnsafeBytes {
      $0.loadUnaligned(fromByteOffset: start, as: Value.self)
    }
    offset += UInt64(count)
    return Value(littleEndian: value)
  }

  /// Reads a text of at most `limit` bytes, which its length precedes.
  mutating func readText(limit: UInt64) throws(GGUFError) -> String {
    let length = try read(UInt64.self)
    guard length <= size - offset else { throw truncated(by: length) }
    guard length <= limit else { throw .malformed("a text of \(length) bytes") }
    let start = try fill(Int(length))
    offset += length
    return String(decoding: window[start..<(start + Int(length))], as: UTF8.self)
  }

  /// Steps over a text, which its length precedes.
  mutating func skipText() throws(GGUFError) {
    try skip(try read(UInt64.self))
  }

  /// Gets bytes into the window.
  ///
  /// Returns where in it they begin.
  private mutating func fill(_ count: Int) throws(GGUFError) -> Int {
    guard UInt64(count) <= size - offset else { throw truncated(by: UInt64(count)) }
    if offset >= windowStart, offset + UInt64(count) <= windowStart + UInt64(window.count) {
      return Int(offset - windowStart)
    }
    window = try source(offset, max(count, Self.windowSize))
    windowStart = offset
    guard window.count >= count else { throw truncated(by: UInt64(count)) }
    return 0
  }

  private func truncated(by count: UInt64) -> GGUFError {
    let (end, overflow) = offset.addingReportingOverflow(count)
    return overflow
      ? .malformed("a length of \(count) bytes") : .truncated(expected: end, size: size)
  }
}
