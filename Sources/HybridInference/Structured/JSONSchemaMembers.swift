/// The members of a JSON Schema that is being written.
struct JSONSchemaMembers {
  private var properties: [String: GeneratedContent] = [:]
  private var names: [String] = []

  /// The schema.
  var object: GeneratedContent {
    .init(kind: .structure(properties: properties, orderedKeys: names))
  }

  mutating func add(_ name: String, _ value: GeneratedContent?) {
    guard let value else { return }
    if properties.updateValue(value, forKey: name) == nil { names.append(name) }
  }

  mutating func add(_ name: String, _ text: String?) {
    add(name, text.map { GeneratedContent(kind: .string($0)) })
  }

  mutating func add(_ name: String, _ number: Int?) {
    add(name, number.map { GeneratedContent(kind: .integer(Int64($0))) })
  }

  mutating func add(_ name: String, names: [String]) {
    add(name, GeneratedContent(kind: .array(names.map { .init(kind: .string($0)) })))
  }
}
