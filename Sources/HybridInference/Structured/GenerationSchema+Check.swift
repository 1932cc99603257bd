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
        try Self.checkThatItEnds(definition, among: schemas)
      }
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
        throw Failure(reason: "a reference names “\(name)”, which is not defined")
      }
    case .boolean, .null, .any: break
    }
  }

  /// Throws for a definition that is nothing but references in a circle.
  private static func checkThatItEnds(
    _ definition: Definition,
    among definitions: [String: GenerationSchema]
  ) throws {
    var open = [definition.schema]
    var seen: Set<String> = []
    while let schema = open.popLast() {
      switch schema.node {
      case .anyOf(let schemas): open += schemas
      case .reference(let name):
        guard name != definition.name else {
          throw Failure(reason: "the definition “\(name)” refers only to itself")
        }
        if seen.insert(name).inserted {
          open += definitions[name].map { [$0] } ?? []
        }
      default: break
      }
    }
  }
}
