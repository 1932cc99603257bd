import HybridInference

/// Finds the calls in an answer that comes piece by piece.
///
/// Pure. The answer was held to ``ToolNotation/form(of:isRequired:schema:)``, so what follows a mark
/// is a call.
struct ToolCallReader {
  private static let start = Array(ToolNotation.callStart.utf8)
  /// With the line break before it, which no text in JSON has.
  private static let end = Array(("\n" + ToolNotation.callEnd).utf8)

  private var pending: [UInt8] = []
  /// How many of the pending bytes have been looked through for the end of a call.
  private var searched = 0
  private var isInCall = false
  private let makeID: () -> String

  /// Creates a reader.
  ///
  /// - Parameter makeID: Makes the id of each call, by which its response is matched.
  init(makeID: @escaping () -> String = ToolCallReader.randomID) {
    self.makeID = makeID
  }

  /// Takes more of the answer.
  ///
  /// - Parameter text: The piece.
  /// - Returns: The parts that have become clear: texts, and whole calls.
  mutating func append(_ text: String) -> [Part] {
    pending += text.utf8
    var parts: [Part] = []
    while let part = isInCall ? nextCall() : nextText() { parts.append(part) }
    return parts.filter { !$0.isEmptyText }
  }

  /// The answer has ended.
  ///
  /// - Returns: The text that was held back. A call that was cut is left out.
  mutating func finish() -> [Part] {
    defer { pending = [] }
    return isInCall || pending.isEmpty ? [] : [.text(String(decoding: pending, as: UTF8.self))]
  }

  /// The text up to the next call, or as far as it is clear that none begins in it.
  private mutating func nextText() -> Part? {
    guard !pending.isEmpty else { return nil }
    if let mark = pending.firstRange(of: Self.start) {
      isInCall = true
      return .text(take(upTo: mark.lowerBound, skipping: mark.count))
    }
    let kept = (1..<Self.start.count).reversed().first { count in
      pending.suffix(count).elementsEqual(Self.start.prefix(count))
    }
    let count = pending.count - (kept ?? 0)
    return count == 0 ? nil : .text(take(upTo: count))
  }

  /// The call, when its end has come.
  private mutating func nextCall() -> Part? {
    let rest = pending[max(0, searched - Self.end.count)...]
    searched = pending.count
    guard let mark = rest.firstRange(of: Self.end) else { return nil }
    isInCall = false
    let json = take(upTo: mark.lowerBound, skipping: mark.count)
    return read(json).map { .functionCall($0) } ?? .text("")
  }

  private mutating func take(upTo count: Int, skipping markCount: Int = 0) -> String {
    defer {
      pending.removeFirst(count + markCount)
      searched = 0
    }
    return String(decoding: pending[..<count], as: UTF8.self)
  }

  private func read(_ json: String) -> FunctionCall? {
    guard let content = try? GeneratedContent(json: json),
      case .structure(let members, _) = content.kind, let name = members["name"]?.stringValue
    else { return nil }
    return FunctionCall(
      name: name,
      arguments: members["arguments"] ?? .init(kind: .emptyStructure),
      id: makeID()
    )
  }

  /// An id that no other call has.
  static func randomID() -> String {
    "call-" + String(UInt64.random(in: .min ... .max), radix: 36)
  }
}
