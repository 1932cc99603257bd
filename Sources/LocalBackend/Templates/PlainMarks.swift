/// The marks of a notation that are only text to a model: no token of the vocabulary stands for one.
///
/// In what people write they would look like a turn's end, or a call. They are looked for byte by
/// byte: a combining character beside a mark makes another character of its end, but not another
/// text of what the model reads.
struct PlainMarks: Sendable, Hashable {
  /// The marks; there is no space in them.
  let marks: [String]

  private let bytes: [[UInt8]]
  /// Whether a mark begins with a byte.
  private let isFirst: [Bool]

  init(marks: [String]) {
    self.marks = marks
    bytes = marks.map { Array($0.utf8) }.filter { !$0.isEmpty }
    var isFirst = Array(repeating: false, count: 256)
    for mark in bytes { isFirst[Int(mark[0])] = true }
    self.isFirst = isFirst
  }

  /// The text with each mark broken up by a space.
  func breakingUp(_ text: String) -> String {
    changing(text) { text in
      // Marks may overlap: each is broken up, wherever others are.
      let cuts = Set(found(in: text).map { $0.start + Self.cut(of: $0.mark) })
      guard !cuts.isEmpty else { return nil }
      var result: [UInt8] = []
      var start = 0
      for cut in cuts.sorted() {
        result += text[start..<cut]
        result.append(UInt8(ascii: " "))
        start = cut
      }
      return result + text[start...]
    }
  }

  /// The prompt with all that messages hold broken up.
  func breakingUp(_ pieces: [PromptPiece]) -> [PromptPiece] {
    guard !marks.isEmpty else { return pieces }
    return pieces.map { piece in
      if case .content(let text, let role) = piece {
        .content(breakingUp(text), role: role)
      } else {
        piece
      }
    }
  }

  /// JSON with the first byte of each mark as an escape; it says the same.
  ///
  /// - Parameter json: JSON in which marks stand in texts only.
  /// - Returns: The JSON.
  func escaping(_ json: String) -> String {
    changing(json) { json in
      let starts = Set(found(in: json).map(\.start))
      guard !starts.isEmpty else { return nil }
      var result: [UInt8] = []
      for (index, byte) in json.enumerated() {
        guard starts.contains(index) else {
          result.append(byte)
          continue
        }
        let digits = String(byte, radix: 16)
        result += Array(("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8)
      }
      return result
    }
  }

  /// Where marks begin in a text.
  private func found(in text: UnsafeBufferPointer<UInt8>) -> [(start: Int, mark: [UInt8])] {
    var found: [(start: Int, mark: [UInt8])] = []
    for index in text.indices where isFirst[Int(text[index])] {
      for mark in bytes where text[index...].starts(with: mark) { found.append((index, mark)) }
    }
    return found
  }

  private func changing(
    _ text: String,
    _ change: (UnsafeBufferPointer<UInt8>) -> [UInt8]?
  ) -> String {
    guard !bytes.isEmpty else { return text }
    var text = text
    return text.withUTF8(change).map { String(decoding: $0, as: UTF8.self) } ?? text
  }

  /// How many bytes of a mark stand before the space.
  ///
  /// The colon of a label is parted from its word; other marks are cut after two characters.
  private static func cut(of mark: [UInt8]) -> Int {
    if mark.last == UInt8(ascii: ":") { return mark.count - 1 }
    return mark.indices.filter { mark[$0] & 0xC0 != 0x80 }.dropFirst(2).first ?? 1
  }
}

extension PlainMarks {
  /// The marks that a template writes as plain text.
  ///
  /// They are what stands in angle or square brackets, and the words that end with a colon.
  ///
  /// - Parameters:
  ///   - pieces: A conversation as the template renders it, with turns of all roles.
  ///   - tokens: The special tokens: a mark that is one is none of these.
  init(writtenIn pieces: [PromptPiece], tokens: SpecialTokenTable) {
    var marks: [String] = []
    for case .template(let text) in pieces {
      for case .text(let plain) in tokens.fragments(of: [.template(text)]) {
        for mark in Self.brackets(in: plain) + Self.labels(in: plain) {
          let mark = String(decoding: mark, as: UTF8.self)
          if !marks.contains(mark), !tokens.contains(mark) { marks.append(mark) }
        }
      }
    }
    self.init(marks: marks)
  }

  /// What stands in brackets, without white space, as in `<|user|>`, `[/INST]` and `<<SYS>>`.
  private static func brackets(in text: [UInt8]) -> [ArraySlice<UInt8>] {
    var found: [ArraySlice<UInt8>] = []
    var index = 0
    while index < text.count {
      guard let closing = closing(of: text[index]) else {
        index += 1
        continue
      }
      var end = index
      while end < text.count, text[end] != closing, !isSpace(text[end]) { end += 1 }
      let isClosed = end < text.count && text[end] == closing
      while end < text.count, text[end] == closing { end += 1 }
      if isClosed, end - index > 2 { found.append(text[index..<end]) }
      index = isClosed ? end : index + 1
    }
    return found
  }

  /// The words that end with a colon, as in `USER: `.
  private static func labels(in text: [UInt8]) -> [ArraySlice<UInt8>] {
    text.split(whereSeparator: isSpace).filter { word in
      word.last == UInt8(ascii: ":") && word.count > 2
    }
  }

  private static func closing(of byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "<"): UInt8(ascii: ">")
    case UInt8(ascii: "["): UInt8(ascii: "]")
    default: nil
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }
}
