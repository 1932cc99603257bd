/// The shape that a model's answer has to fit.
///
/// Derived from a ``Generable`` type, made by hand with the functions below, or read from JSON Schema.
public struct GenerationSchema: Sendable, Hashable {
  package indirect enum Node: Sendable, Hashable {
    case object(properties: [Property])
    /// An object of any names.
    case dictionary(values: GenerationSchema)
    case array(items: GenerationSchema, minItems: Int?, maxItems: Int?)
    case string(pattern: String?, format: String?)
    case enumeration([String])
    /// One of several values that are not all texts.
    case constants([GeneratedContent])
    case integer(minimum: Int?, maximum: Int?)
    case double(minimum: Double?, maximum: Double?)
    case boolean
    case null
    /// Any value.
    case any
    case anyOf([GenerationSchema])
    /// The schema of that name in `definitions`.
    case reference(String)
  }

  package struct Property: Sendable, Hashable {
    package var name: String
    package var schema: GenerationSchema
    /// Whether it may be left out; `null` counts as left out.
    package var isOptional: Bool
  }

  package struct Definition: Sendable, Hashable {
    package var name: String
    package var schema: GenerationSchema
  }

  /// Why there is no schema.
  package struct Failure: Error, Hashable {
    package var reason: String
  }

  package var node: Node
  package var title: String?
  package var description: String?
  /// Whether an object may have properties that are not named.
  package var allowsOtherProperties = true
  /// The schemas that references name.
  ///
  /// Only the outermost schema has any.
  package var definitions: [Definition] = []
  /// Why the schema could not be derived: it is thrown before anything is sent.
  package var failure: Failure?
  private var levels = Levels()

  /// How many schemas are in each other; follows from the rest, so schemas do not differ by it.
  private struct Levels: Sendable, Hashable {
    var count = 1

    static func == (first: Self, second: Self) -> Bool { true }

    func hash(into hasher: inout Hasher) {}
  }

  /// How deeply schemas may be in each other: they are read and freed level by level, on stacks that
  /// can be small.
  private static let maximumLevels = 2 * PartialJSON.maximumDepth

  /// Creates a schema.
  ///
  /// The definitions of the schemas in it become its own. One that is nested too deeply has a
  /// ``failure`` instead of what is in it.
  package init(_ node: Node, title: String? = nil, description: String? = nil) {
    self.title = title
    self.description = description
    var definitions: [Definition] = []
    var failure: Failure?
    var levels = Levels()
    self.node = node.mapChildren { child in
      failure = failure ?? child.failure
      levels.count = max(levels.count, child.levels.count + 1)
      return child.handingDefinitions(to: &definitions)
    }
    if levels.count > Self.maximumLevels {
      failure = failure ?? Failure(reason: "it is nested too deeply")
      self.node = .any
      levels = Levels()
    }
    self.levels = levels
    self.definitions = definitions
    self.failure = failure
  }

  /// The schema of a type that none could be derived from.
  package init(failure: Failure) {
    self.init(.any)
    self.failure = failure
  }
}

extension GenerationSchema.Node {
  /// The same with each schema directly in it changed.
  package func mapChildren(
    _ change: (GenerationSchema) -> GenerationSchema
  ) -> GenerationSchema.Node {
    switch self {
    case .object(let properties):
      .object(
        properties: properties.map { property in
          var property = property
          property.schema = change(property.schema)
          return property
        }
      )
    case .dictionary(let values): .dictionary(values: change(values))
    case .array(let items, let minItems, let maxItems):
      .array(items: change(items), minItems: minItems, maxItems: maxItems)
    case .anyOf(let schemas): .anyOf(schemas.map(change))
    case .string, .enumeration, .constants, .integer, .double, .boolean, .null, .any, .reference:
      self
    }
  }
}

extension GenerationSchema {
  /// The schema without its definitions, which go to others; a name that is taken there is changed.
  func handingDefinitions(to others: inout [Definition]) -> GenerationSchema {
    guard !definitions.isEmpty else { return self }
    var names: [String: String] = [:]
    for definition in definitions
    where others.contains(where: { $0.name == definition.name && $0 != definition }) {
      var number = 2
      while (others + definitions).contains(where: { $0.name == "\(definition.name)\(number)" }) {
        number += 1
      }
      names[definition.name] = "\(definition.name)\(number)"
    }
    var result = renamingReferences(names)
    for definition in result.definitions where !others.contains(definition) {
      others.append(definition)
    }
    result.definitions = []
    return result
  }

  private func renamingReferences(_ names: [String: String]) -> GenerationSchema {
    guard !names.isEmpty else { return self }
    var result = self
    if case .reference(let name) = node {
      result.node = .reference(names[name] ?? name)
    } else {
      result.node = node.mapChildren { $0.renamingReferences(names) }
    }
    result.definitions = definitions.map { definition in
      Definition(
        name: names[definition.name] ?? definition.name,
        schema: definition.schema.renamingReferences(names)
      )
    }
    return result
  }
}
