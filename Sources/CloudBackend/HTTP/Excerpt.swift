import Foundation
import HybridInference

/// The start of the text of a page that is no API answer.
enum Excerpt {
  private static let length = 160

  /// The text of a page without its tags and without what the redactor knows, cut to a line.
  static func of(_ body: Data, _ redactor: Redactor) -> String {
    var text = String(decoding: body.prefix(1 << 18), as: UTF8.self)
    text.replace(/<(script|style)\b.*?(<\/\1>|$)/.ignoresCase().dotMatchesNewlines(), with: " ")
    text.replace(/<[^>]*(>|$)/, with: " ")
    return redactor.redact(text.onOneLine).excerpt(length)
  }
}
