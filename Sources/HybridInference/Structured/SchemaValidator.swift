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

  /// How deep a value may be: a little deeper than one that was read.
  private static let maximumDepth = PartialJSON.maximumDepth + 8

  init(_ schema: GenerationSchema) {
    definitions = Dictionary(schema.definitions.map { ($0.name, $0.schema) }) { first, _ in first }
  }

  /// Throws `decodingFailure` when the value does not fit the schema, or takes too much to check, and
  /// `invalidRequest` when the schema itself could not be made.
  static func check(
    _ value: GeneratedContent,
    fits schema: GenerationSchema
  ) throws(GenerationError) {
    // What could not be made holds any value instead of what was meant.
    if let failure = schema.failure {
      throw .invalidRequest(field: "schema", reason: failure.reason)
    }
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
  /// It calls itself for each level of the value, on stacks that can be small: what needs no level is
  /// elsewhere.
  private mutating func check(
    _ value: GeneratedContent,
    _ schema: GenerationSchema,
    _ path: [String]
  ) throws(Mismatch) {
    guard path.count <= Self.maximumDepth else {
      throw Mismatch(path: [], reason: "it is nested too deeply to check", isFinal: true)
    }
    try spend(10, path)
    switch schema.node {
    case .anyOf, .reference: try check(value, anyOf: try alternatives(of: schema, path), path)
    default: try check(value, plain: schema, path)
    }
  }

  /// Checks a value against a schema that is no reference, and has no alternatives.
  private mutating func check(
    _ value: GeneratedContent,
    plain schema: GenerationSchema,
    _ path: [String]
  ) throws(Mismatch) {
    switch schema.node {
    case .object(let properties):
      try check(value, properties, allowsOthers: schema.allowsOtherProperties, path)
    case .dictionary(let values): try check(value, allValues: values, path)
    case .array(let items, let least, let most):
      try check(value, items: items, least: least, most: most, path)
    default: try checkLeaf(value, schema.node, path)
    }
  }

  /// The schemas that a value may fit, through references and alternatives within alternatives.
  ///
  /// Without recursion, and each definition once: they can lead to each other for long.
  private mutating func alternatives(
    of schema: GenerationSchema,
    _ path: [String]
  ) throws(Mismatch) -> [GenerationSchema] {
    var open = [schema]
    var seen: Set<String> = []
    var found: [GenerationSchema] = []
    while let schema = open.popLast() {
      try spend(10, path)
      switch schema.node {
      case .anyOf(let schemas): open += schemas.reversed()
      case .reference(let name):
        guard let definition = definitions[name] else { return [schema] }
        if seen.insert(name).inserted { open.append(definition) }
      default: found.append(schema)
      }
    }
    return found
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
    try spend(properties.count + names.count, path)
    let known = Set(properties.map(\.name))
    if let other = names.first(where: { !known.contains($0) }) {
      throw Mismatch(
        path: path,
        reason: "there is a property “\(other.excerpt())” that is not asked for"
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
      throw mismatch(value, "a text that matches \(pattern.excerpt(120))", path)
    case (.enumeration(let values), .string(let text)):
      try spend(values.count, path)
      guard !values.contains(text) else { return }
      throw mismatch(value, "one of \(Self.list(values) { $0 })", path)
    case (.constants(let values), _):
      try spend(10 * values.count, path)
      guard !values.contains(where: { Self.areEqual($0, value) }) else { return }
      throw mismatch(value, "one of \(Self.list(values) { $0.excerpt(120) })", path)
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
    try spend(properties.count, path)
    for property in properties {
      let value = values[property.name]
      if value == nil, property.isOptional { continue }
      let path = path + [Self.step(property.name, path)]
      guard let value else { throw Mismatch(path: path, reason: "is missing") }
      // What may be left out may also be null: Decodable reads both alike.
      if property.isOptional, value.kind == .null { continue }
      try check(value, property.schema, path)
    }
  }

  private mutating func check(
    _ value: GeneratedContent,
    anyOf schemas: [GenerationSchema],
    _ path: [String]
  ) throws(Mismatch) {
    var deepest: Mismatch?
    var only: Mismatch?
    for schema in schemas {
      do {
        return try check(value, plain: schema, path)
      } catch {
        if error.isFinal { throw error }
        if schemas.count == 1 { only = error }
        // What was said of it has its price.
        try spend(20, path)
        if error.path.count > deepest?.path.count ?? path.count { deepest = error }
      }
    }
    throw deepest ?? only ?? mismatch(value, "one of \(schemas.count) alternatives", path)
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
    // It is looked up by its text.
    try spend(pattern.utf8.count / 16, path)
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
    // A text of a model's goes into errors no further than that.
    Mismatch(
      path: path,
      reason: "expected \(expected.excerpt(120)), got \(value.kind.article): \(value.excerpt(40))"
    )
  }

  private static func step(_ name: String, _ path: [String]) -> String {
    path.isEmpty ? name.excerpt() : ".\(name.excerpt())"
  }

  /// The first of some values, as many as an error has room for.
  fileprivate static func list<Value>(_ values: [Value], _ text: (Value) -> String) -> String {
    var list = ""
    for (position, value) in values.enumerated() {
      guard list.utf8.count < 480 else { break }
      list += (position > 0 ? ", " : "") + text(value).excerpt(120)
    }
    return list
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
    case .enumeration(let values): "one of \(SchemaValidator.list(values) { $0 })"
    case .integer: "a whole number"
    case .double: "a number"
    case .boolean: "a truth value"
    case .null: "null"
    case .constants, .any, .anyOf, .reference: "another value"
    }
  }
}
