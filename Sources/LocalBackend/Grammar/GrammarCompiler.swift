import HybridInference

/// Turns a schema into the nodes of a grammar.
///
/// Each schema becomes a rule of its own, once; so a definition can call itself.
struct GrammarCompiler {
  typealias ID = GrammarNode.ID

  private let limits: GrammarLimits
  private let definitions: [String: GenerationSchema]
  private var builder: GrammarBuilder
  private var rules: [GenerationSchema.Node: Int32] = [:]
  /// Whether names come that the schema does not fix, and might come twice.
  private(set) var hasFreeNames = false
  private var depth = 0

  /// Goes on with a builder.
  init(_ builder: GrammarBuilder, definitions: [String: GenerationSchema], limits: GrammarLimits) {
    self.builder = builder
    self.definitions = definitions
    self.limits = limits
  }

  /// Adds a value that fits a schema, then what comes after it.
  ///
  /// - Returns: Where it begins, and the builder to go on with.
  mutating func compile(
    _ schema: GenerationSchema,
    then next: ID
  ) throws(GrammarError) -> (ID, GrammarBuilder) {
    let rule = try rule(for: schema)
    let start = builder.call(rule, then: next)
    return (start, builder)
  }

  private mutating func rule(for schema: GenerationSchema) throws(GrammarError) -> Int32 {
    if let rule = rules[schema.node] { return rule }
    depth += 1
    defer { depth -= 1 }
    guard depth < PartialJSON.maximumDepth else {
      throw GrammarError(reason: "the schema is nested too deeply")
    }
    let rule = builder.reserveRule()
    rules[schema.node] = rule
    let start = try body(of: schema.node)
    builder.setRule(rule, to: start)
    guard !builder.isFull else {
      throw GrammarError(reason: "the schema is too large for the on-device model")
    }
    return rule
  }

  private mutating func body(of node: GenerationSchema.Node) throws(GrammarError) -> ID {
    let leave = GrammarBuilder.leave
    switch node {
    case .object(let properties): return try object(properties)
    case .dictionary(let values): return try dictionary(values)
    case .array(let items, let least, let most): return try array(items, least ?? 0, most)
    case .string(let pattern, let format):
      return builder.string(try automaton(pattern, format), then: leave)
    case .enumeration(let values): return constants(values.map { .init(kind: .string($0)) })
    case .constants(let values): return constants(values)
    case .integer(let least, let most):
      guard (least ?? .min) <= (most ?? .max) else { return GrammarBuilder.never }
      return builder.integer(from: least ?? .min, to: most ?? .max, then: leave)
    case .double(let least, let most): return number(least, most)
    case .boolean: return constants([.init(kind: .bool(true)), .init(kind: .bool(false))])
    case .null: return constants([.init(kind: .null)])
    case .any: return try any()
    case .anyOf(let schemas):
      var ways: [ID] = []
      for schema in schemas { ways.append(builder.call(try rule(for: schema), then: leave)) }
      return builder.either(ways)
    case .reference(let name):
      guard let definition = definitions[name] else {
        throw GrammarError(reason: "a reference names “\(name)”, which is not defined")
      }
      return builder.call(try rule(for: definition), then: leave)
    }
  }

  private mutating func constants(_ values: [GeneratedContent]) -> ID {
    builder.anyOf(values.map { Array($0.jsonString.utf8) }, then: GrammarBuilder.leave)
  }

  private mutating func number(_ least: Double?, _ most: Double?) -> ID {
    let least = least.flatMap { $0.isFinite ? $0 : nil }
    let most = most.flatMap { $0.isFinite ? $0 : nil }
    if least == nil, most == nil { return builder.number(then: GrammarBuilder.leave) }
    guard (least ?? -.infinity) <= (most ?? .infinity) else { return GrammarBuilder.never }
    return builder.number(from: least, to: most, then: GrammarBuilder.leave)
  }

  private mutating func automaton(
    _ pattern: String?,
    _ format: String?
  ) throws(GrammarError) -> ScalarAutomaton {
    let format = format.flatMap(StringFormat.pattern)
    switch (pattern, format) {
    case (nil, nil): return .any
    case (let pattern?, nil), (nil, let pattern?):
      return try ScalarAutomaton(matching: pattern, work: &builder.patternWork)
    case (let pattern?, let format?):
      let formatted = try ScalarAutomaton(matching: format, work: &builder.patternWork)
      let matching = try ScalarAutomaton(matching: pattern, work: &builder.patternWork)
      guard let both = matching.intersection(formatted, work: &builder.patternWork) else {
        throw .pattern(pattern, "matches no text of the format beside it")
      }
      return both
    }
  }
}

extension GrammarCompiler {
  private static let comma = UInt8(ascii: ",")

  /// An object's properties in their order; those that may be left out are, or are not.
  private mutating func object(
    _ properties: [GenerationSchema.Property]
  ) throws(GrammarError) -> ID {
    // What follows when nothing has been written yet, and when something has.
    let close = builder.byte(UInt8(ascii: "}"), then: GrammarBuilder.leave)
    var first = close
    var later = close
    for property in properties.reversed() {
      let rule = try rule(for: property.schema)
      let value = builder.call(rule, then: later)
      let name = Array((GeneratedContent(kind: .string(property.name)).jsonString + ":").utf8)
      let entry = builder.literal(name, then: value)
      let next = builder.byte(Self.comma, then: entry)
      first = property.isOptional ? builder.either([entry, first]) : entry
      later = property.isOptional ? builder.either([next, later]) : next
    }
    return builder.byte(UInt8(ascii: "{"), then: first)
  }

  private mutating func dictionary(_ values: GenerationSchema) throws(GrammarError) -> ID {
    hasFreeNames = true
    let names = try rule(for: .string())
    let rule = try rule(for: values)
    let close = builder.byte(UInt8(ascii: "}"), then: GrammarBuilder.leave)
    let entry = builder.reserve()
    let more = builder.byte(Self.comma, then: entry)
    let after = builder.add(
      .counted(
        next: builder.either([
          close, builder.add(.below(Int32(clamping: limits.elements), next: more)),
        ])
      )
    )
    let value = builder.byte(UInt8(ascii: ":"), then: builder.call(rule, then: after))
    builder.set(entry, to: .call(rule: names, next: value))
    return builder.byte(UInt8(ascii: "{"), then: builder.either([close, entry]))
  }

  private mutating func array(
    _ items: GenerationSchema,
    _ least: Int,
    _ most: Int?
  ) throws(GrammarError) -> ID {
    let least = max(least, 0)
    let most = most ?? max(least, limits.elements)
    let open = UInt8(ascii: "[")
    let close = builder.byte(UInt8(ascii: "]"), then: GrammarBuilder.leave)
    guard least <= most else { return GrammarBuilder.never }
    guard most > 0 else { return builder.byte(open, then: close) }
    let rule = try rule(for: items)
    let element = builder.reserve()
    let more = builder.byte(Self.comma, then: element)
    let after = builder.either([
      builder.add(.atLeast(Int32(clamping: least), next: close)),
      builder.add(.below(Int32(clamping: most), next: more)),
    ])
    builder.set(element, to: .call(rule: rule, next: builder.add(.counted(next: after))))
    return builder.byte(open, then: least == 0 ? builder.either([close, element]) : element)
  }

  private mutating func any() throws(GrammarError) -> ID {
    let schemas: [GenerationSchema] = [
      .dictionary(values: .any()), .array(items: .any()), .string(), .double(), .boolean(), .null(),
    ]
    var ways: [ID] = []
    for schema in schemas {
      ways.append(builder.call(try rule(for: schema), then: GrammarBuilder.leave))
    }
    return builder.either(ways)
  }
}
