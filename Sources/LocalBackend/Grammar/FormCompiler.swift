import HybridInference

/// Turns a form, with the schemas in it, into the nodes of a grammar.
struct FormCompiler {
  /// A value that an answer may hold.
  struct Value {
    var start: GrammarNode.ID
    /// What it is of; empty: the whole answer.
    var name: String
  }

  let limits: GrammarLimits
  private(set) var builder = GrammarBuilder()
  /// Whether names come that the schemas do not fix, and might come twice.
  private(set) var hasFreeNames = false
  /// The values, each of which an answer must be able to hold.
  private(set) var values: [Value] = []
  private var name = ""

  init(limits: GrammarLimits) {
    self.limits = limits
  }

  /// Adds a form, then what comes after it.
  ///
  /// - Returns: Where it begins.
  mutating func compile(
    _ form: GrammarForm,
    then next: GrammarNode.ID
  ) throws(GrammarError) -> GrammarNode.ID {
    switch form {
    case .literal(let text): return builder.literal(text.utf8, then: next)
    case .value(let schema): return try value(schema, then: next)
    case .named(let name, let form):
      let outer = self.name
      self.name = name
      defer { self.name = outer }
      return try compile(form, then: next)
    case .sequence(let forms):
      var next = next
      for form in forms.reversed() { next = try compile(form, then: next) }
      return next
    case .anyOf(let forms):
      var ways: [GrammarNode.ID] = []
      for form in forms { ways.append(try compile(form, then: next)) }
      return builder.either(ways)
    case .freeText(let marker, let form):
      let again = builder.reserve()
      let inner = try compile(form, then: again)
      let text = builder.freeText(until: Array(marker.utf8), then: inner, end: next)
      builder.set(again, to: .either(text, text))
      return text
    }
  }

  private mutating func value(
    _ schema: GenerationSchema,
    then next: GrammarNode.ID
  ) throws(GrammarError) -> GrammarNode.ID {
    // What could not be made holds any value instead of what was meant.
    if let failure = schema.failure { throw GrammarError(reason: failure.reason).named(name) }
    let definitions = schema.definitions.map { ($0.name, $0.schema) }
    var compiler = GrammarCompiler(
      builder,
      definitions: Dictionary(definitions) { first, _ in first },
      limits: limits
    )
    do throws(GrammarError) {
      let (start, result) = try compiler.compile(schema, then: next)
      builder = result
      hasFreeNames = hasFreeNames || compiler.hasFreeNames
      values.append(Value(start: start, name: name))
      return start
    } catch {
      throw error.named(name)
    }
  }
}
