import Foundation

/// The start of the text of a page that is no API answer.
enum Excerpt {
  private static let length = 160

  /// The text of a page without its tags, cut to a line.
  static func of(_ body: Data) -> String {
    var text = String(decoding: body.prefix(16_384), as: UTF8.self)
    text.replace(/<(script|style)\b.*?(<\/\1>|$)/.ignoresCase().dotMatchesNewlines(), with: " ")
    text.replace(/<[^>]*(>|$)/, with: " ")
    let words = text.split { $0.isWhitespace || $0.isNewline || !$0.isPrintable }
    let line = words.joined(separator: " ")
    return line.count > length ? line.prefix(length) + "…" : line
  }
}

extension Character {
  fileprivate var isPrintable: Bool {
    unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }
}
