/// Reads a JSON text (RFC 8259) that comes in pieces, in one pass over all of them.
///
/// The one JSON reader of this package's answers: for whole texts and for streams. Pure.
///
/// What the standard leaves open is decided so: a name that an object has twice is refused, and so is
/// one with more than ``maximumMarks`` marks in a row; half of a surrogate pair becomes U+FFFD; a
/// number that is too large for a `Double` is refused; nesting ends at ``maximumDepth``; nothing but
/// white space may stand around the value.
package struct PartialJSON {
  /// Why a text is not JSON.
  package struct Failure: Error, Hashable {
    /// What is wrong, without a quotation.
    package var reason: String
    /// How many bytes were read before.
    package var offset: Int
    /// Whether the text only lacks its end.
    package var isIncomplete = false
  }

  /// How deeply arrays and objects may be nested.
  package static let maximumDepth = 64

  /// What may come next.
  enum Expectation {
    case value
    case elementOrEnd
    case nameOrEnd
    case name
    case colon
    case commaOrEnd
    case string
    case number
    case literal
    case end
  }

  /// An array or object that has not ended.
  struct Frame {
    let isObject: Bool
    var elements: [GeneratedContent] = []
    var properties: [String: GeneratedContent] = [:]
    var names: [String] = []
    /// The name whose value comes.
    var name: String?

    /// What has come, with an unfinished value at its end.
    func content(adding open: GeneratedContent?, isComplete: Bool) -> GeneratedContent {
      guard isObject else {
        return .init(kind: .array(open.map { elements + [$0] } ?? elements), isComplete: isComplete)
      }
      guard let open, let name else {
        return .init(
          kind: .structure(properties: properties, orderedKeys: names),
          isComplete: isComplete
        )
      }
      var properties = properties
      properties[name] = open
      return .init(
        kind: .structure(properties: properties, orderedKeys: names + [name]),
        isComplete: isComplete
      )
    }
  }

  var expectation = Expectation.value
  /// The arrays and objects that have not ended, the outermost first.
  var frames: [Frame] = []
  /// The bytes of the string (without escapes), number or literal that has not ended.
  var token: [UInt8] = []
  /// The escape that has not ended, without its backslash.
  var escape: [UInt8]?
  /// The first half of a surrogate pair whose second half may come.
  var highSurrogate: UInt32?
  /// Whether the string that has not ended is an object's name.
  var isName = false
  /// How many bytes have been read.
  var offset = 0

  private var root: GeneratedContent?
  private var failure: Failure?

  /// Creates a reader that has read nothing.
  package init() {}

  /// Reads on.
  ///
  /// Throws what is wrong as soon as it is read, and the same again at every later call.
  package mutating func append(_ text: String) throws(Failure) {
    if let failure { throw failure }
    do throws(Failure) {
      var text = text
      let outcome = text.withUTF8 { bytes -> Result<Void, Failure> in
        do throws(Failure) { return .success(try read(bytes)) } catch { return .failure(error) }
      }
      try outcome.get()
    } catch {
      failure = error
      throw error
    }
  }

  /// The text has ended.
  ///
  /// Gives the value. Throws when there is none, or its end is missing.
  package mutating func end() throws(Failure) -> GeneratedContent {
    if let failure { throw failure }
    if frames.isEmpty, expectation == .number { try endNumber() }
    guard let root else {
      throw Failure(
        reason: offset == 0 ? "it is empty" : "it ends too soon",
        offset: offset,
        isIncomplete: true
      )
    }
    return root
  }

  /// What is known of the value; `nil` while that is nothing.
  ///
  /// Each later one extends each earlier one: a string is there as far as it has come, a number, a
  /// literal and a name only when they have ended. Not complete before ``end()``, but the values in
  /// it say of themselves whether they are. Takes time for the arrays and objects that are open.
  var snapshot: GeneratedContent? {
    if var root {
      root.isComplete = false
      return root
    }
    var open: GeneratedContent?
    if expectation == .string, !isName {
      open = .init(kind: .string(String(decoding: token, as: UTF8.self)), isComplete: false)
    }
    for frame in frames.reversed() { open = frame.content(adding: open, isComplete: false) }
    return open
  }
}

extension PartialJSON {
  /// A failure at the byte that was read last.
  func failed(_ reason: String) -> Failure {
    Failure(reason: reason, offset: offset)
  }

  private mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) throws(Failure) {
    var position = 0
    while position < bytes.count {
      if expectation == .string {
        position = try readString(bytes, from: position)
        continue
      }
      try read(bytes[position])
      position += 1
      offset += 1
    }
  }

  private mutating func read(_ byte: UInt8) throws(Failure) {
    switch expectation {
    case .number where Self.isPartOfNumber(byte):
      token.append(byte)
      return
    case .number: try endNumber()
    case .literal where (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte):
      token.append(byte)
      return try endLiteral()
    default: break
    }
    switch byte {
    case 0x20, 0x09, 0x0A, 0x0D: if expectation == .literal { throw failed("a word is not JSON") }
    default: try readToken(byte)
    }
  }

  private mutating func readToken(_ byte: UInt8) throws(Failure) {
    switch (expectation, byte) {
    case (.elementOrEnd, UInt8(ascii: "]")), (.nameOrEnd, UInt8(ascii: "}")): try endFrame(byte)
    case (.value, _), (.elementOrEnd, _): try beginValue(byte)
    case (.nameOrEnd, UInt8(ascii: "\"")), (.name, UInt8(ascii: "\"")): beginString(isName: true)
    case (.colon, UInt8(ascii: ":")): expectation = .value
    case (.commaOrEnd, UInt8(ascii: ",")):
      expectation = frames.last?.isObject == true ? .name : .value
    case (.commaOrEnd, UInt8(ascii: "]")), (.commaOrEnd, UInt8(ascii: "}")): try endFrame(byte)
    case (.end, _): throw failed("something follows the value")
    default: throw failed("a character stands where it may not")
    }
  }

  private mutating func beginValue(_ byte: UInt8) throws(Failure) {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      guard frames.count < Self.maximumDepth else { throw failed("it is nested too deeply") }
      let isObject = byte == UInt8(ascii: "{")
      frames.append(Frame(isObject: isObject))
      expectation = isObject ? .nameOrEnd : .elementOrEnd
    case UInt8(ascii: "\""): beginString(isName: false)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      token = [byte]
      expectation = .number
    case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
      token = [byte]
      expectation = .literal
    default: throw failed("a character stands where it may not")
    }
  }

  private mutating func beginString(isName: Bool) {
    token.removeAll(keepingCapacity: true)
    self.isName = isName
    expectation = .string
  }

  private mutating func endFrame(_ byte: UInt8) throws(Failure) {
    guard let frame = frames.last, frame.isObject == (byte == UInt8(ascii: "}")) else {
      throw failed("a bracket ends what it did not begin")
    }
    frames.removeLast()
    add(frame.content(adding: nil, isComplete: true))
  }

  private mutating func endLiteral() throws(Failure) {
    for (text, kind) in [
      ("true", GeneratedContent.Kind.bool(true)), ("false", .bool(false)), ("null", .null),
    ]
    where text.utf8.starts(with: token) {
      if text.utf8.count == token.count { add(.init(kind: kind)) }
      return
    }
    throw failed("a word is not JSON")
  }

  /// Ends the string that is being read.
  mutating func endString() throws(Failure) {
    let text = String(decoding: token, as: UTF8.self)
    guard isName else { return add(.init(kind: .string(text))) }
    guard !Self.hasTooManyMarks(text) else { throw failed("a name has too many marks in a row") }
    guard frames[frames.count - 1].properties[text] == nil else {
      throw failed("an object has a name twice")
    }
    frames[frames.count - 1].name = text
    expectation = .colon
  }

  /// Adds a value that has ended where it belongs.
  mutating func add(_ value: GeneratedContent) {
    guard let last = frames.indices.last else {
      root = value
      expectation = .end
      return
    }
    if let name = frames[last].name {
      frames[last].properties[name] = value
      frames[last].names.append(name)
      frames[last].name = nil
    } else {
      frames[last].elements.append(value)
    }
    expectation = .commaOrEnd
  }
}
