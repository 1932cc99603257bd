/// Checks a value against a schema.
struct SchemaValidator {
  /// What does not fit, and where.
  struct Mismatch: Error, Hashable {
    var path: [String]
    var reason: String
  }

  private let definitions: [String: GenerationSchema]
  /// Compiled patterns, by their text.
  private var patterns: [String: Regex<AnyRegexOutput>] = [:]

  init(_ schema: GenerationSchema) {
    definitions = Dictionary(schema.definitions.map { ($0.name, $0.schema) }) { first, _ in first }
  }

  /// Throws `decodingFailure` when the value does not fit the schema.
  static func check(
    _ value: GeneratedContent,
    fits schema: GenerationSchema
  ) throws(GenerationError) {
    var validator = SchemaValidator(schema)
    do {
      try validator.check(value, schema, [])
    } catch {
      let path = error.path.joined()
      throw .decodingFailure(reason: "\(path.isEmpty ? "the value" : path): \(error.reason)")
    }
  }

  private mutating func check(
    _ value: GeneratedContent,
    _ schema: GenerationSchema,
    _ path: [String]
  ) throws(Mismatch) {
    switch (schema.node, value.kind) {
    case (.any, _), (.boolean, .bool), (.null, .null): return
    case (.reference(let name), _):
      guard let definition = definitions[name] else { return }
      try check(value, definition, path)
    case (.anyOf(let schemas), _): try check(value, anyOf: schemas, path)
    case (.object(let properties), .structure(let values, let names)):
      try check(values, properties, path)
      guard !schema.allowsOtherProperties else { return }
      if let other = names.first(where: { name in !properties.contains { $0.name == name } }) {
        throw Mismatch(path: path, reason: "there is a property “\(other)” that is not asked for")
      }
    case (.dictionary(let schema), .structure(let values, let names)):
      for name in names {
        if let value = values[name] { try check(value, schema, path + [Self.step(name, path)]) }
      }
    case (.array(let items, let least, let most), .array(let elements)):
      guard elements.count >= least ?? 0, elements.count <= most ?? .max else {
        throw Mismatch(
          path: path,
          reason: "expected \(Self.range(least, most)) elements, got \(elements.count)"
        )
      }
      for (position, element) in elements.enumerated() {
        try check(element, items, path + ["[\(position)]"])
      }
    case (.string(let pattern, _), .string(let text)):
      guard let pattern, !matches(text, pattern) else { return }
      throw mismatch(value, "a text that matches \(pattern)", path)
    case (.enumeration(let values), .string(let text)):
      guard !values.contains(text) else { return }
      throw mismatch(value, "one of \(values.joined(separator: ", "))", path)
    case (.constants(let values), _):
      guard !values.contains(where: { Self.areEqual($0, value) }) else { return }
      throw mismatch(value, "one of \(values.map(\.jsonString).joined(separator: ", "))", path)
    case (.integer(let least, let most), .integer), (.integer(let least, let most), .number),
      (.integer(let least, let most), .unsignedInteger):
      try check(value, integerFrom: least, to: most, path)
    case (.double(let least, let most), .integer), (.double(let least, let most), .number),
      (.double(let least, let most), .unsignedInteger):
      guard let number = value.kind.double, number >= least ?? -.infinity,
        number <= most ?? .infinity
      else { throw mismatch(value, "a number \(Self.range(least, most))", path) }
    default: throw mismatch(value, schema.node.article, path)
    }
  }

  private mutating func check(
    _ values: [String: GeneratedContent],
    _ properties: [GenerationSchema.Property],
    _ path: [String]
  ) throws(Mismatch) {
    for property in properties {
      let path = path + [Self.step(property.name, path)]
      switch values[property.name] {
      case nil:
        if !property.isOptional { throw Mismatch(path: path, reason: "is missing") }
      case .some(let value):
        // What may be left out may also be null: Decodable reads both alike.
        if property.isOptional, value.kind == .null { continue }
        try check(value, property.schema, path)
      }
    }
  }

  private mutating func check(
    _ value: GeneratedContent,
    anyOf schemas: [GenerationSchema],
    _ path: [String]
  ) throws(Mismatch) {
    var deepest: Mismatch?
    for schema in schemas {
      do {
        return try check(value, schema, path)
      } catch {
        if error.path.count > deepest?.path.count ?? path.count { deepest = error }
      }
    }
    throw deepest ?? mismatch(value, "one of \(schemas.count) alternatives", path)
  }

  private func check(
    _ value: GeneratedContent,
    integerFrom least: Int?,
    to most: Int?,
    _ path: [String]
  ) throws(Mismatch) {
    let fits: Bool =
      switch value.kind {
      case .integer(let number):
        number >= least.map(Int64.init) ?? .min && number <= most.map(Int64.init) ?? .max
      case .unsignedInteger: most == nil
      case .number(let number):
        number.rounded() == number && number >= least.map(Double.init) ?? -.infinity
          && number <= most.map(Double.init) ?? .infinity
      default: false
      }
    guard fits else { throw mismatch(value, "a whole number \(Self.range(least, most))", path) }
  }

  private mutating func matches(_ text: String, _ pattern: String) -> Bool {
    // A pattern that cannot be compiled was refused before anything was sent.
    // JSON Schema counts code points, not what readers see as one character.
    guard
      let regex = patterns[pattern]
        ?? (try? Regex(pattern))?.matchingSemantics(.unicodeScalar)
    else { return true }
    patterns[pattern] = regex
    return text.firstMatch(of: regex) != nil
  }
}

extension SchemaValidator {
  private func mismatch(
    _ value: GeneratedContent,
    _ expected: String,
    _ path: [String]
  ) -> Mismatch {
    var excerpt = value.jsonString.prefix(40)
    if excerpt.count == 40 { excerpt = excerpt.prefix(39) + "…" }
    let expected = expected.count > 120 ? expected.prefix(119) + "…" : expected
    return Mismatch(
      path: path,
      reason: "expected \(expected), got \(value.kind.article): \(excerpt)"
    )
  }

  private static func step(_ name: String, _ path: [String]) -> String {
    path.isEmpty ? name : ".\(name)"
  }

  private static func range<Bound>(_ least: Bound?, _ most: Bound?) -> String {
    switch (least, most) {
    case (let least?, let most?): "from \(least) to \(most)"
    case (let least?, nil): "of at least \(least)"
    case (nil, let most?): "of at most \(most)"
    case (nil, nil): "of any size"
    }
  }

  private static func areEqual(_ first: GeneratedContent, _ second: GeneratedContent) -> Bool {
    if first == second { return true }
    // 1 and 1.0 are the same in JSON Schema.
    switch (first.kind, second.kind) {
    case (.number(let number), let other), (let other, .number(let number)):
      return number == other.double
    default: return false
    }
  }
}

extension GeneratedContent.Kind {
  /// The number, of a value that is one.
  fileprivate var double: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .unsignedInteger(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }
}

extension GenerationSchema.Node {
  /// What it asks for, in words for an error.
  fileprivate var article: String {
    switch self {
    case .object, .dictionary: "an object"
    case .array: "an array"
    case .string: "a text"
    case .enumeration(let values): "one of \(values.joined(separator: ", "))"
    case .integer: "a whole number"
    case .double: "a number"
    case .boolean: "a truth value"
    case .null: "null"
    case .constants, .any, .anyOf, .reference: "another value"
    }
  }
}
