extension JSONSchemaReader {
  /// Throws for a keyword that is not supported beside others.
  func refuse(
    all json: GeneratedContent,
    but allowed: Set<String>,
    _ place: String
  ) throws(Failure) {
    let isReference = allowed.contains("$ref") || allowed.contains("anyOf")
    for keyword in json.propertyNames where !allowed.contains(keyword) {
      if Self.isEverywhere(keyword), !(isReference && keyword == "type") { continue }
      throw Failure(place: place, reason: "the keyword “\(keyword)” is not supported here")
    }
    if let dialect = json["$schema"]?.stringValue, !dialect.contains("2020-12") {
      throw Failure(place: place, reason: "only the dialect 2020-12 is supported in “$schema”")
    }
  }

  private static func isEverywhere(_ keyword: String) -> Bool {
    ["title", "description", "$defs", "$schema", "type"].contains(keyword)
  }

  func types(of json: GeneratedContent, _ place: String) throws(Failure) -> [String]? {
    guard let type = json["type"] else { return nil }
    if let name = type.stringValue { return [name] }
    return try texts(type, "type", place)
  }

  func text(
    _ json: GeneratedContent,
    _ keyword: String,
    _ place: String
  ) throws(Failure) -> String? {
    guard let value = json[keyword] else { return nil }
    guard let text = value.stringValue else { throw invalid(keyword, place) }
    return text
  }

  func texts(
    _ value: GeneratedContent?,
    _ keyword: String,
    _ place: String
  ) throws(Failure) -> [String] {
    guard let value else { return [] }
    let elements = try array(value, keyword, place)
    let texts = elements.compactMap(\.stringValue)
    guard texts.count == elements.count, Set(texts).count == texts.count else {
      throw invalid(keyword, place)
    }
    return texts
  }

  func array(
    _ value: GeneratedContent,
    _ keyword: String,
    _ place: String
  ) throws(Failure) -> [GeneratedContent] {
    guard case .array(let elements) = value.kind else { throw invalid(keyword, place) }
    return elements
  }

  func number(
    _ json: GeneratedContent,
    _ keyword: String,
    _ place: String
  ) throws(Failure) -> Double? {
    switch json[keyword]?.kind {
    case nil: return nil
    case .integer(let value): return Double(value)
    case .unsignedInteger(let value): return Double(value)
    case .number(let value): return value
    default: throw invalid(keyword, place)
    }
  }

  /// A bound of whole numbers, rounded into the range when it is a fraction.
  func integer(
    _ json: GeneratedContent,
    _ keyword: String,
    _ rule: FloatingPointRoundingRule,
    _ place: String
  ) throws(Failure) -> Int? {
    if case .integer(let value) = json[keyword]?.kind { return Int(clamping: value) }
    guard let value = try number(json, keyword, place) else { return nil }
    return Int(exactly: value.rounded(rule)) ?? (value < 0 ? .min : .max)
  }

  func count(
    _ json: GeneratedContent,
    _ keyword: String,
    _ place: String
  ) throws(Failure) -> Int? {
    guard let value = json[keyword] else { return nil }
    guard case .integer(let count) = value.kind, count >= 0 else { throw invalid(keyword, place) }
    return Int(clamping: count)
  }

  /// The name of a definition that a reference names.
  func name(of reference: GeneratedContent, _ place: String) throws(Failure) -> String {
    let prefix = "#/$defs/"
    guard let text = reference.stringValue, text.hasPrefix(prefix) else {
      throw Failure(place: place, reason: "“$ref” is supported only to a name in “#/$defs/”")
    }
    return String(text.dropFirst(prefix.count)).replacing("~1", with: "/")
      .replacing("~0", with: "~")
  }

  private func invalid(_ keyword: String, _ place: String) -> Failure {
    Failure(place: place, reason: "the value of “\(keyword)” is not valid")
  }
}
