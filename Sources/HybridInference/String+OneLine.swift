extension String {
  /// The text on one line, without anything that could drive a terminal.
  ///
  /// White space, line ends, control characters (escape among them) and what turns the direction of
  /// a text around become one space where they stand between other characters.
  package var onOneLine: String {
    if isPlainLine { return self }
    var line = String.UnicodeScalarView()
    var isAfterSpace = false
    for scalar in unicodeScalars {
      if scalar.separates {
        isAfterSpace = true
      } else {
        if isAfterSpace, !line.isEmpty { line.append(" ") }
        isAfterSpace = false
        line.append(scalar)
      }
    }
    return String(line)
  }

  /// Whether there is nothing but visible ASCII in it, with single spaces between.
  private var isPlainLine: Bool {
    var wasSpace = true
    for byte in utf8 {
      if byte == 0x20 {
        if wasSpace { return false }
        wasSpace = true
      } else {
        guard (0x21...0x7E).contains(byte) else { return false }
        wasSpace = false
      }
    }
    return !wasSpace || isEmpty
  }
}

extension Unicode.Scalar {
  fileprivate var separates: Bool {
    // Looking properties up is slow, and most text is ASCII.
    if isASCII { return value <= 0x20 || value == 0x7F }
    return switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: properties.isWhitespace || turnsDirection
    }
  }

  /// Whether it embeds or overrides a direction.
  ///
  /// The marks for single characters do not, and some languages need them.
  private var turnsDirection: Bool {
    (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value)
  }
}
