extension String {
  /// The text on one line, without anything that could drive a terminal.
  ///
  /// White space, line ends, control characters (escape among them) and what turns the direction of
  /// a text around become one space where they stand between other characters.
  package var onOneLine: String {
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
}

extension Unicode.Scalar {
  fileprivate var separates: Bool {
    switch properties.generalCategory {
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
