import HybridInference

/// The texts that must not be shown, in all forms in which a server may write them.
struct HiddenTexts {
  /// Shorter texts of a prompt are too likely to be words of the server's own.
  private static let minimumLength = 8
  private static let replacement = "[redacted]"

  private let forms: [String]

  /// Prepares secrets, which are hidden whatever their length, and texts of a prompt.
  init(secrets: [String], texts: [String]) {
    let words = secrets.flatMap { $0.split(separator: " ").map(String.init) }
    let long = (words + texts).filter { $0.count >= Self.minimumLength }
    let forms = Set((secrets + long).flatMap(Self.forms)).filter { !$0.isEmpty }
    // Longest first: a text may hold another one.
    self.forms = forms.sorted { ($0.utf8.count, $0) > ($1.utf8.count, $1) }
  }

  /// How a server may write a text: as it is, on one line, or escaped as in JSON or HTML.
  private static func forms(of text: String) -> [String] {
    let json = GeneratedContent(kind: .string(text)).jsonString.dropFirst().dropLast()
    let html = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      .replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
    return [text, String(json), html].flatMap { [$0, $0.onOneLine] }
  }

  /// The text without any of them, nor longer parts of them.
  func removed(from text: String) -> String {
    guard !text.isEmpty else { return text }
    let whole = forms.reduce(text) { $0.replacing($1, with: Self.replacement) }
    return Quotation.removed(of: forms, from: whole, replacement: Self.replacement)
  }

  /// The value without any of them, in its texts and in the names of its properties.
  func removed(from value: GeneratedContent) -> GeneratedContent {
    var value = value
    switch value.kind {
    case .string(let text):
      value.kind = .string(removed(from: text))
    case .array(let elements):
      value.kind = .array(elements.map(removed))
    case .structure(let properties, let keys):
      var shown: [String: GeneratedContent] = [:]
      var shownKeys: [String] = []
      for key in keys {
        let name = removed(from: key)
        // Several names may become the same.
        guard let property = properties[key], shown[name] == nil else { continue }
        shown[name] = removed(from: property)
        shownKeys.append(name)
      }
      value.kind = .structure(properties: shown, orderedKeys: shownKeys)
    case .null, .bool, .integer, .unsignedInteger, .number:
      break
    }
    return value
  }
}
