extension GenerationSchema {
  /// A small value that fits the schema, patterns and large minimums of elements aside.
  ///
  /// Of a schema that only large values fit it is their beginning, with `null` for the rest.
  var example: GeneratedContent {
    var values = 10_000
    let known = Dictionary(definitions.map { ($0.name, $0.schema) }) { first, _ in first }
    return example(known, depth: 0, values: &values)
  }

  /// `values` is how many there may still be: schemas can hold each other many times.
  private func example(
    _ definitions: [String: GenerationSchema],
    depth: Int,
    values: inout Int
  ) -> GeneratedContent {
    values -= 1
    guard depth < 32, values > 0 else { return .init(kind: .null) }
    var left = values
    defer { values = left }
    func example(_ schema: GenerationSchema) -> GeneratedContent {
      schema.example(definitions, depth: depth + 1, values: &left)
    }
    switch node {
    case .object(let properties):
      let required = properties.filter { !$0.isOptional }
      let values = required.map { ($0.name, example($0.schema)) }
      return .init(
        kind: .structure(
          properties: Dictionary(values) { first, _ in first },
          orderedKeys: required.map(\.name)
        )
      )
    case .dictionary: return .init(kind: .emptyStructure)
    case .array(let items, let minItems, _):
      return .init(kind: .array(Array(repeating: example(items), count: min(minItems ?? 0, 4))))
    case .string(_, let format): return .init(kind: .string(Self.text(of: format)))
    case .enumeration(let values): return .init(kind: .string(values.first ?? ""))
    case .constants(let values): return values.first ?? .init(kind: .null)
    case .integer(let minimum, let maximum):
      return .init(kind: .integer(Int64(max(minimum ?? .min, min(0, maximum ?? .max)))))
    case .double(let minimum, let maximum):
      return .init(kind: .number(max(minimum ?? -.infinity, min(0, maximum ?? .infinity))))
    case .boolean: return .init(kind: .bool(false))
    case .null, .any: return .init(kind: .null)
    case .anyOf(let schemas): return schemas.first.map(example) ?? .init(kind: .null)
    case .reference(let name):
      return definitions[name].map(example) ?? .init(kind: .null)
    }
  }

  private static func text(of format: String?) -> String {
    switch format {
    case "date-time": "1970-01-01T00:00:00Z"
    case "uri": "https://example.com"
    case "uuid": "00000000-0000-0000-0000-000000000000"
    default: ""
    }
  }
}
