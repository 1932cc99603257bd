/// Finds where a text quotes a part of another one.
enum Quotation {
  /// The fewest bytes that count as a quotation.
  private static let length = 24

  /// So many bytes, compared as three numbers.
  private struct Window: Hashable {
    var first: UInt64
    var second: UInt64
    var third: UInt64

    init(_ bytes: UnsafeRawBufferPointer, at position: Int) {
      first = bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)
      second = bytes.loadUnaligned(fromByteOffset: position + 8, as: UInt64.self)
      third = bytes.loadUnaligned(fromByteOffset: position + 16, as: UInt64.self)
    }
  }

  /// The text with something else in place of each part of the sources that it quotes.
  ///
  /// It takes time in proportion to the length of all of them.
  static func removed(of sources: [String], from text: String, replacement: String) -> String {
    let bytes = Array(text.utf8)
    let windows = windows(of: bytes)
    guard !windows.isEmpty else { return text }
    let wanted = Set(windows)
    var found: Set<Window> = []
    for source in sources {
      for window in self.windows(of: Array(source.utf8)) where wanted.contains(window) {
        found.insert(window)
      }
    }
    guard !found.isEmpty else { return text }
    var output: [UInt8] = []
    var quotedUntil = 0
    for position in bytes.indices {
      if position < windows.count, found.contains(windows[position]) {
        if position >= quotedUntil { output += replacement.utf8 }
        quotedUntil = position + length
      }
      if position >= quotedUntil { output.append(bytes[position]) }
    }
    return String(decoding: output, as: UTF8.self)
  }

  private static func windows(of bytes: [UInt8]) -> [Window] {
    guard bytes.count >= length else { return [] }
    return bytes.withUnsafeBytes { bytes in
      (0...(bytes.count - length)).map { Window(bytes, at: $0) }
    }
  }
}
