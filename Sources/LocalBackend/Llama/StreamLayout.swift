/// The place of one sequence's state among the streams of a context.
///
/// A context keeps each sequence in a stream of its own. What llama.cpp writes of a cache begins
/// with the number of all streams; then comes, for each of them, the number of its cells (four bytes,
/// as all numbers here) and the cells; all but the sequence's own are empty. It reads that only into a
/// context with as many streams. So the empty ones are taken out when a state is kept, and put in when
/// it is used.
enum StreamLayout {
  /// A state without the streams of others; `nil` when the bytes are not laid out like that.
  static func narrowed(
    _ bytes: ArraySlice<UInt8>,
    streams: Int,
    own stream: Int
  ) -> [UInt8]? {
    let before = 4 * stream
    let after = 4 * (streams - 1 - stream)
    guard bytes.count >= 8 + before + after, bytes.starts(with: number(streams)) else { return nil }
    let others = bytes.dropFirst(4).prefix(before) + bytes.suffix(after)
    guard others.allSatisfy({ $0 == 0 }) else { return nil }
    return number(1) + bytes.dropFirst(4 + before).dropLast(after)
  }

  /// What `narrowed` gave, for a context with so many streams.
  static func widened(_ bytes: ArraySlice<UInt8>, streams: Int) -> [UInt8] {
    number(streams) + bytes.dropFirst(4) + [UInt8](repeating: 0, count: 4 * (streams - 1))
  }

  private static func number(_ number: Int) -> [UInt8] {
    withUnsafeBytes(of: UInt32(number)) { Array($0) }
  }
}
