/// Checks a value against a schema.
struct SchemaValidator {
  /// What does not fit, and where.
  struct Mismatch: Error, Hashable {
    var path: [String]
    var reason: String
    /// Whether the check was given up: no alternative changes that.
    var isFinal = false
  }

  /// What checking a value may cost, in steps of about the work of comparing two characters.
  ///
  /// A schema can ask for work without end, with alternatives inside of alternatives.
  static let maximumWork = 10_000_000

  private let definitions: [String: GenerationSchema]
  /// Compiled patterns, by their text.
  private var patterns: [String: PatternMatcher] = [:]
  private var budget = maximumWork

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

  /// Checks a value and all in it.
  ///
  /// It calls itself for each level, on stacks that can be small: what needs no level is elsewhere.
  private mutating func check(
    _ value: GeneratedContent,
    _ schema: GenerationSchema,
    _ path: [String]
  ) throws(Mismatch) {
    var schema = schema
    try spend(10, path)
    while case .reference(let name) = schema.node, let definition = definitions[name] {
      try spend(10, path)
      schema = definition
    }
    switch schema.node {
    case .anyOf(let schemas): try check(value, anyOf: schemas, path)
    case .object(let properties):
      try check(value, properties, allowsOthers: schema.allowsOtherProperties, path)
    case .dictionary(let values): try check(value, allValues: values, path)
    case .array(let items, let least, let most):
      try check(value, items: items, least: least, most: most, path)
    default: try checkLeaf(value, schema.node, path)
    }
  }

  private mutating func check(
    _ value: GeneratedContent,
    allValues schema: GenerationSchema,
    _ path: [String]
  ) throws(Mismatch) {
    guard case .structure(let values, let names) = value.kind else {
      throw mismatch(value, "an object", path)
    }
    for name in names {
      if let value = values[name] { try check(value, schema, path + [Self.step(name, path)]) }
    }
  }

  private mutating func check(
    _ value: GeneratedContent,
    items: GenerationSchema,
    least: Int?,
    most: Int?,
    _ path: [String]
  ) throws(Mismatch) {
    guard case .array(let elements) = value.kind else {
      throw mismatch(value, "an array", path)
    }
    guard elements.count >= least ?? 0, elements.count <= most ?? .max else {
      throw Mismatch(
        path: path,
        reason: "expected \(Self.range(least, most)) elements, got \(elements.count)"
      )
    }
    for (position, element) in elements.enumerated() {
      try check(element, items, path + ["[\(position)]"])
    }
  }

  private mutating func check(
    _ value: GeneratedContent,
    _ properties: [GenerationSchema.Property],
    allowsOthers: Bool,
    _ path: [String]
  ) throws(Mismatch) {
    guard case .structure(let values, let names) = value.kind else {
      throw mismatch(value, "an object", path)
    }
    try check(values, properties, path)
    guard !allowsOthers else { return }
    let known = Set(properties.map(\.name))
    if let other = names.first(where: { !known.contains($0) }) {
      throw Mismatch(
        path: path,
        reason: "there is a property “\(Self.excerpt(other))” that is not asked for"
      )
    }
  }

  /// Checks a value against a schema that holds no other one.
  private mutating func checkLeaf(
    _ value: GeneratedContent,
    _ node: GenerationSchema.Node,
    _ path: [String]
  ) throws(Mismatch) {
    switch (node, value.kind) {
    case (.any, _), (.reference, _), (.boolean, .bool), (.null, .null): return
    case (.string(let pattern, _), .string(let text)):
      guard let pattern, !(try matches(text, pattern, path)) else { return }
      throw mismatch(value, "a text that matches \(pattern)", path)
    case (.enumeration(let values), .string(let text)):
      try spend(values.count, path)
      guard !values.contains(text) else { return }
      throw mismatch(value, "one of \(values.joined(separator: ", "))", path)
    case (.constants(let values), _):
      try spend(10 * values.count, path)
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
    default: throw mismatch(value, node.article, path)
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
        if error.isFinal { throw error }
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

  private mutating func matches(
    _ text: String,
    _ pattern: String,
    _ path: [String]
  ) throws(Mismatch) -> Bool {
    // A pattern that cannot be read was refused before anything was sent.
    guard let matcher = patterns[pattern] ?? (try? PatternMatcher(pattern)) else { return true }
    patterns[pattern] = matcher
    guard let matches = matcher.matches(text, budget: &budget) else { throw tooMuch(path) }
    return matches
  }

  private mutating func spend(_ work: Int, _ path: [String]) throws(Mismatch) {
    budget -= work
    guard budget > 0 else { throw tooMuch(path) }
  }

  private func tooMuch(_ path: [String]) -> Mismatch {
    Mismatch(path: path, reason: "it takes too much work to check", isFinal: true)
  }
}

extension SchemaValidator {
  private func mismatch(
    _ value: GeneratedContent,
    _ expected: String,
    _ path: [String]
  ) -> Mismatch {
    let excerpt = Self.excerpt(value.jsonString)
    let expected = expected.count > 120 ? expected.prefix(119) + "…" : expected
    return Mismatch(
      path: path,
      reason: "expected \(expected), got \(value.kind.article): \(excerpt)"
    )
  }

  private static func step(_ name: String, _ path: [String]) -> String {
    let name = excerpt(name)
    return path.isEmpty ? name : ".\(name)"
  }

  /// A text of a model's, of at most 40 scalars: what it makes up goes into errors no further.
  private static func excerpt(_ text: String) -> String {
    // Of scalars: what readers see as one character has no bound.
    let scalars = text.unicodeScalars
    return scalars.dropFirst(39).isEmpty ? text : String(scalars.prefix(39)) + "…"
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
