/// Finds the first of some texts in a text that comes in pieces.
///
/// What may be the beginning of such a text is held back until it is clear.
struct StopMatcher {
  private let stops: [[UInt8]]
  private var pending: [UInt8] = []

  /// Whether one of the texts has come.
  private(set) var isStopped = false

  init(_ stops: [String]) {
    self.stops = stops.map { Array($0.utf8) }
  }

  /// Takes whole characters in.
  ///
  /// - Parameter text: What comes next.
  /// - Returns: What is clear by now and stands before the first of the texts, in whole characters.
  mutating func append(_ text: String) -> String {
    guard !stops.isEmpty else { return text }
    guard !isStopped else { return "" }
    pending += Array(text.utf8)
    for index in pending.indices where stops.contains(where: { pending[index...].starts(with: $0) })
    {
      isStopped = true
      defer { pending = [] }
      return String(decoding: pending[..<index], as: UTF8.self)
    }
    let clear = pending.indices.first { index in
      stops.contains { $0.starts(with: pending[index...]) }
    }
    let end = clear ?? pending.endIndex
    defer { pending.removeSubrange(..<end) }
    return String(decoding: pending[..<end], as: UTF8.self)
  }

  /// The end of the text: what was held back.
  mutating func finish() -> String {
    defer { pending = [] }
    return String(decoding: pending, as: UTF8.self)
  }
}
