/// Reads a regular expression (ECMA 262, with the `u` flag) as JSON Schema's `pattern` has it.
///
/// Read are characters, `.`, classes, `\d \w \s \D \W \S`, `\p{L Lu Ll N Nd}`, escapes of characters,
/// groups, `|`, the quantifiers (lazy ones mean the same) and the anchors `^` and `$`; to check texts also
/// lookahead, `\b` and `\B`. Refused by name are all else, such as lookbehind and backreferences.
package struct PatternParser {
  /// What a pattern is read for.
  package enum Reading: Sendable {
    /// To write texts that match by any reader of regular expressions.
    case agreed
    /// To check texts, as ECMA 262 says.
    case exact
  }

  private let pattern: String
  private let reading: Reading
  private var rest: Substring.UnicodeScalarView
  private var depth = 0
  /// What may still be done: a few characters can stand for hundreds of ranges.
  private var work: Int

  private init(_ pattern: String, _ reading: Reading, work: Int) {
    self.pattern = pattern
    self.reading = reading
    self.work = work
    rest = pattern[...].unicodeScalars
  }

  /// Reads a pattern.
  ///
  /// - Parameters:
  ///   - pattern: The regular expression.
  ///   - reading: What it is read for.
  ///   - work: How many ranges of characters its classes may have, for it and others in all; it is
  ///     less afterwards.
  /// - Returns: What it consists of.
  /// - Throws: What of it cannot be read, is not supported, or is too large.
  package static func parse(
    _ pattern: String,
    for reading: Reading,
    work: inout Int
  ) throws(PatternError) -> Pattern {
    var parser = PatternParser(pattern, reading, work: work)
    defer { work = parser.work }
    let result = try parser.choice()
    if parser.rest.first != nil { throw parser.failed("has a “)” too many") }
    return result
  }

  private func failed(_ reason: String) -> PatternError { PatternError(pattern, reason) }

  private func unsupported(_ what: String) -> PatternError {
    let lack =
      reading == .agreed ? "which the on-device model does not support" : "which is not supported"
    return failed("has \(what), \(lack)")
  }

  /// The class, for which there has to be room.
  private mutating func counted(_ found: PatternClass) throws(PatternError) -> PatternClass {
    work -= found.narrow.ranges.count + found.broad.ranges.count + found.exact.ranges.count
    guard work > 0 else { throw failed("is too large") }
    return found
  }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard rest.first == scalar else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func take(text: String) -> Bool {
    guard rest.starts(with: text.unicodeScalars) else { return false }
    rest.removeFirst(text.unicodeScalars.count)
    return true
  }

  private mutating func choice() throws(PatternError) -> Pattern {
    depth += 1
    defer { depth -= 1 }
    guard depth < 64 else { throw failed("is nested too deeply") }
    var alternatives = [try sequence()]
    while take("|") { alternatives.append(try sequence()) }
    return alternatives.count == 1 ? alternatives[0] : .choice(alternatives)
  }

  private mutating func sequence() throws(PatternError) -> Pattern {
    var parts: [Pattern] = []
    while let next = rest.first, next != "|", next != ")" {
      let atom = try atom()
      parts.append(try quantified(atom))
    }
    return parts.count == 1 ? parts[0] : .sequence(parts)
  }

  private mutating func quantified(_ atom: Pattern) throws(PatternError) -> Pattern {
    let bounds: (least: Int, most: Int?)
    if take("*") {
      bounds = (0, nil)
    } else if take("+") {
      bounds = (1, nil)
    } else if take("?") {
      bounds = (0, 1)
    } else if let counts = try counts() {
      bounds = counts
    } else {
      return atom
    }
    _ = take("?")
    if rest.first == "+" { throw unsupported("a possessive quantifier") }
    if rest.first == "*" { throw failed("has a quantifier of a quantifier") }
    return .repeated(atom, least: bounds.least, most: bounds.most)
  }

  /// `{2}`, `{2,}` or `{2,5}`.
  private mutating func counts() throws(PatternError) -> (Int, Int?)? {
    guard rest.first == "{" else { return nil }
    let before = rest
    rest.removeFirst()
    guard let least = try number() else {
      rest = before
      return nil
    }
    var most: Int? = least
    if take(",") { most = try number() }
    guard take("}") else {
      rest = before
      return nil
    }
    guard most.map({ $0 >= least }) ?? true else { throw failed("has a quantifier out of order") }
    return (least, most)
  }

  private mutating func number() throws(PatternError) -> Int? {
    let digits = rest.prefix { ("0"..."9").contains($0) }
    guard !digits.isEmpty else { return nil }
    rest.removeFirst(digits.count)
    guard let number = Int(String(digits)), number <= 10_000 else {
      throw failed("repeats something too often")
    }
    return number
  }

  private mutating func atom() throws(PatternError) -> Pattern {
    switch rest.removeFirst() {
    case "^": return .start
    case "$": return .end
    case ".": return .set(PatternClass.newline.complement.set(for: reading))
    case "(": return try group()
    case "[": return .set(try bracket().set(for: reading))
    case "\\":
      if reading == .exact, take("b") { return .wordBoundary(isNegated: false) }
      if reading == .exact, take("B") { return .wordBoundary(isNegated: true) }
      return .set(try escape(inClass: false).set(for: reading))
    case let scalar where "*+?".unicodeScalars.contains(scalar):
      throw failed("has a quantifier of nothing")
    case let scalar:
      return .set(ScalarSet([scalar.value...scalar.value]))
    }
  }

  private mutating func group() throws(PatternError) -> Pattern {
    for (mark, name) in [
      ("?<=", "a lookbehind"), ("?<!", "a negative lookbehind"), ("?>", "an atomic group"),
    ] where take(text: mark) { throw unsupported(name) }
    var ahead: (isNegated: Bool, name: String)?
    if take(text: "?=") {
      ahead = (false, "a lookahead")
    } else if take(text: "?!") {
      ahead = (true, "a negative lookahead")
    } else if take(text: "?<") {
      rest = rest.drop { $0 != ">" }
      guard take(">") else { throw failed("has a group without an end") }
    } else if !take(text: "?:"), rest.first == "?" {
      throw unsupported("flags in a group")
    }
    if let ahead, reading == .agreed { throw unsupported(ahead.name) }
    let inner = try choice()
    guard take(")") else { throw failed("has a group without an end") }
    return ahead.map { .ahead(inner, isNegated: $0.isNegated) } ?? inner
  }

  private mutating func bracket() throws(PatternError) -> PatternClass {
    let isNegated = take("^")
    var members: [PatternClass] = []
    while let next = rest.first, next != "]" {
      let first = try member()
      if rest.first == "-", let after = rest.dropFirst().first, after != "]" {
        rest.removeFirst()
        let last = try member()
        guard let least = first.single, let most = last.single, least <= most else {
          throw failed("has a range that is not valid")
        }
        members.append(PatternClass(ScalarSet([least...most])))
      } else {
        members.append(first)
      }
    }
    guard take("]") else { throw failed("has a class without an end") }
    let result = PatternClass(union: members)
    return isNegated ? result.complement : result
  }

  private mutating func member() throws(PatternError) -> PatternClass {
    guard let scalar = rest.popFirst() else { throw failed("has a class without an end") }
    if scalar == "\\" { return try escape(inClass: true) }
    // Some readers take these for sets of sets, others for characters.
    if scalar == "[" || "&-~".unicodeScalars.contains(scalar) && rest.first == scalar {
      throw unsupported("“\(scalar)” in a class without a backslash")
    }
    return PatternClass(ScalarSet([scalar.value...scalar.value]))
  }
}

extension PatternParser {
  /// What follows a backslash.
  private mutating func escape(inClass: Bool) throws(PatternError) -> PatternClass {
    guard let scalar = rest.popFirst() else { throw failed("ends with a backslash") }
    switch scalar {
    case "d": return try counted(.digit)
    case "D": return try counted(.digit.complement)
    case "w": return try counted(.word)
    case "W": return try counted(.word.complement)
    case "s": return try counted(.space)
    case "S": return try counted(.space.complement)
    case "p", "P":
      let name = property()
      guard let name, let found = PatternClass.property(name) else {
        throw unsupported("the property \\\(scalar){\(name ?? "")}")
      }
      return try counted(scalar == "p" ? found : found.complement)
    case "b" where !inClass: throw unsupported("the word boundary \\b")
    case "B": throw unsupported("the word boundary \\B")
    case "1"..."9", "k": throw unsupported("a backreference")
    default:
      guard let value = try value(ofEscape: scalar) else {
        throw unsupported("the escape \\\(scalar)")
      }
      return PatternClass(ScalarSet([value...value]))
    }
  }

  private mutating func property() -> String? {
    guard take("{") else { return nil }
    var name = String(rest.prefix { $0 != "}" })
    rest = rest.drop { $0 != "}" }
    guard take("}") else { return nil }
    for prefix in ["General_Category=", "gc="] where name.hasPrefix(prefix) {
      name.removeFirst(prefix.count)
    }
    return name
  }

  private mutating func value(ofEscape scalar: Unicode.Scalar) throws(PatternError) -> UInt32? {
    switch scalar {
    case "n": return 0x0A
    case "r": return 0x0D
    case "t": return 0x09
    case "f": return 0x0C
    case "v": return 0x0B
    case "b": return 0x08
    case "0": return 0
    case "x": return try hexadecimal(2)
    case "u": return try unicodeEscape()
    case "c":
      guard let letter = rest.popFirst(), letter.isASCII, letter.properties.isAlphabetic else {
        return nil
      }
      return letter.value & 0x1F
    case let scalar where scalar.isASCII && !scalar.properties.isAlphabetic: return scalar.value
    default: return nil
    }
  }

  private mutating func unicodeEscape() throws(PatternError) -> UInt32 {
    if take("{") {
      let digits = rest.prefix { $0 != "}" }
      rest.removeFirst(digits.count)
      guard take("}"), let value = UInt32(String(digits), radix: 16),
        Unicode.Scalar(value) != nil
      else { throw failed("has an escape that is not valid") }
      return value
    }
    let unit = try hexadecimal(4)
    guard (0xD800...0xDFFF).contains(unit) else { return unit }
    guard unit < 0xDC00, take(text: "\\u") else {
      throw failed("has half of a surrogate pair")
    }
    let low = try hexadecimal(4)
    guard (0xDC00...0xDFFF).contains(low) else { throw failed("has half of a surrogate pair") }
    return 0x1_0000 + (unit - 0xD800) << 10 + (low - 0xDC00)
  }

  private mutating func hexadecimal(_ count: Int) throws(PatternError) -> UInt32 {
    let digits = String(rest.prefix(count))
    guard digits.count == count, digits.allSatisfy(\.isHexDigit),
      let value = UInt32(digits, radix: 16)
    else { throw failed("has an escape that is not valid") }
    rest.removeFirst(count)
    return value
  }
}

extension PatternClass {
  /// The only character of the class, if there is only one.
  fileprivate var single: UInt32? {
    guard narrow == broad, narrow.ranges.count == 1, let range = narrow.ranges.first,
      range.count == 1
    else { return nil }
    return range.lowerBound
  }
}
