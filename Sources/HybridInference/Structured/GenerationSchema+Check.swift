extension GenerationSchema {
  /// Throws `invalidRequest` for a schema that no value fits or that cannot be read.
  func check() throws(GenerationError) {
    if let failure { throw .invalidRequest(field: "schema", reason: failure.reason) }
    let names = definitions.map(\.name)
    do {
      let known = Set(names)
      guard known.count == names.count else { throw Failure(reason: "defines a name twice") }
      var work = PatternMatcher.maximumWork
      try checkNode(definitions: known, &work)
      let schemas = Dictionary(definitions.map { ($0.name, $0.schema) }) { first, _ in first }
      for definition in definitions {
        try definition.schema.checkNode(definitions: known, &work)
      }
      try Self.checkThatTheyEnd(schemas)
    } catch let error as Failure {
      throw .invalidRequest(field: "schema", reason: error.reason)
    } catch {
      throw .invalidRequest(field: "schema", reason: "is not valid")
    }
  }

  /// Checks the schema and all in it.
  ///
  /// `work` is what its patterns may still take.
  private func checkNode(definitions: Set<String>, _ work: inout Int) throws {
    switch node {
    case .object(let properties):
      let names = properties.map(\.name)
      guard Set(names).count == names.count else {
        throw Failure(reason: "an object has a property twice")
      }
      for property in properties { try property.schema.checkNode(definitions: definitions, &work) }
    case .dictionary(let values): try values.checkNode(definitions: definitions, &work)
    case .array(let items, let minItems, let maxItems):
      guard (minItems ?? 0) >= 0, (minItems ?? 0) <= (maxItems ?? .max) else {
        throw Failure(reason: "an array has more elements at least than at most")
      }
      try items.checkNode(definitions: definitions, &work)
    case .string(let pattern, _):
      guard let pattern else { break }
      do throws(PatternError) {
        _ = try PatternMatcher(pattern, work: &work)
      } catch {
        throw Failure(reason: error.description)
      }
    case .enumeration(let values):
      guard !values.isEmpty else { throw Failure(reason: "an enumeration has no values") }
    case .constants(let values):
      guard !values.isEmpty else { throw Failure(reason: "an enumeration has no values") }
    case .integer(let minimum, let maximum):
      guard (minimum ?? .min) <= (maximum ?? .max) else {
        throw Failure(reason: "a number’s minimum is above its maximum")
      }
    case .double(let minimum, let maximum):
      guard (minimum ?? -.infinity) <= (maximum ?? .infinity) else {
        throw Failure(reason: "a number’s minimum is above its maximum")
      }
    case .anyOf(let schemas):
      guard !schemas.isEmpty else { throw Failure(reason: "there is nothing in anyOf") }
      for schema in schemas { try schema.checkNode(definitions: definitions, &work) }
    case .reference(let name):
      guard definitions.contains(name) else {
        throw Failure(reason: "a reference names “\(name.excerpt())”, which is not defined")
      }
    case .boolean, .null, .any: break
    }
  }

  /// Throws for definitions that are nothing but references in a circle.
  ///
  /// Each is followed once, and without recursion: chains of them can be long.
  private static func checkThatTheyEnd(_ definitions: [String: GenerationSchema]) throws {
    enum Mark { case open, done }
    enum Step {
      case enter(String)
      case leave(String)
    }
    var marks: [String: Mark] = [:]
    for name in definitions.keys.sorted() {
      var steps = [Step.enter(name)]
      while let step = steps.popLast() {
        switch step {
        case .leave(let name): marks[name] = .done
        case .enter(let name):
          if marks[name] == .open {
            throw Failure(reason: "the definition “\(name.excerpt())” refers only to itself")
          }
          guard marks[name] == nil else { continue }
          marks[name] = .open
          steps.append(.leave(name))
          steps += definitions[name].map { $0.references.map(Step.enter) } ?? []
        }
      }
    }
  }

  /// The definitions that a value may be of by itself, not something in it.
  private var references: [String] {
    var open = [self]
    var names: [String] = []
    while let schema = open.popLast() {
      switch schema.node {
      case .anyOf(let schemas): open += schemas
      case .reference(let name): names.append(name)
      default: break
      }
    }
    return names
  }
}
