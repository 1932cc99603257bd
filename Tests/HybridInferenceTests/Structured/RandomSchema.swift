import HybridInference
import TestSupport

/// A schema of any shape, and values that fit it.
indirect enum RandomSchema {
  case object([(name: String, schema: RandomSchema, isOptional: Bool)])
  case array(RandomSchema, ClosedRange<Int>)
  case string
  case enumeration([String])
  case integer(ClosedRange<Int>)
  case double(ClosedRange<Double>)
  case boolean
  case nullable(RandomSchema)
  case anyOf([RandomSchema])
  case dictionary(RandomSchema)

  private static let texts = [
    "", "a", "é", "😀👩‍👩‍👧", "\"\\\n\u{1}", "\u{301}", "null", "ab/cd", "[1", "{",
  ]

  /// A schema at random, nested up to a depth.
  static func any(depth: Int, _ random: inout SeededGenerator) -> RandomSchema {
    func inner() -> RandomSchema { any(depth: depth - 1, &random) }
    switch Int.random(in: 0...(depth > 0 ? 9 : 4), using: &random) {
    case 0: return .string
    case 1: return .enumeration(Array(texts.shuffled(using: &random).prefix(3)))
    case 2:
      let least = Int.random(in: -1_000_000...1_000_000, using: &random)
      return .integer(least...(least + Int.random(in: 0...1000, using: &random)))
    case 3:
      let least = Double.random(in: -1e6...1e6, using: &random)
      return .double(least...(least + 1))
    case 4: return .boolean
    case 5: return .nullable(inner())
    case 6: return .anyOf([inner(), inner()])
    case 7: return .dictionary(inner())
    case 8: return .array(inner(), 0...Int.random(in: 0...4, using: &random))
    default:
      let names = texts.shuffled(using: &random).prefix(Int.random(in: 0...4, using: &random))
      return .object(names.map { ($0, inner(), Bool.random(using: &random)) })
    }
  }

  /// The schema as the library has it.
  var schema: GenerationSchema {
    switch self {
    case .object(let properties):
      let members = JSONObject(
        properties.map { ($0.name, $0.schema.schema.jsonSchema) }
      )
      let required = properties.filter { !$0.isOptional }.map {
        GeneratedContent(kind: .string($0.name))
      }
      let object: [(String, GeneratedContent)] = [
        ("type", "object"), ("properties", members.content),
        ("required", .init(kind: .array(required))),
      ]
      // By way of JSON Schema, since the names are only known here.
      return (try? GenerationSchema(jsonSchema: JSONObject(object).content)) ?? .null()
    case .array(let items, let count):
      return .array(items: items.schema, minItems: count.lowerBound, maxItems: count.upperBound)
    case .string: return .string()
    case .enumeration(let values): return .enumeration(values)
    case .integer(let range):
      return .integer(minimum: range.lowerBound, maximum: range.upperBound)
    case .double(let range):
      return .double(minimum: range.lowerBound, maximum: range.upperBound)
    case .boolean: return .boolean()
    case .nullable(let schema): return .nullable(schema.schema)
    case .anyOf(let schemas): return .anyOf(schemas.map(\.schema))
    case .dictionary(let values): return .dictionary(values: values.schema)
    }
  }

  /// A value that fits.
  func value(_ random: inout SeededGenerator) -> GeneratedContent {
    switch self {
    case .object(let properties):
      let present = properties.filter { !$0.isOptional || Bool.random(using: &random) }
      return JSONObject(present.map { ($0.name, $0.schema.value(&random)) }).content
    case .array(let items, let count):
      let count = Int.random(in: count, using: &random)
      return .init(kind: .array((0..<count).map { _ in items.value(&random) }))
    case .string: return .init(kind: .string(Self.texts.randomElement(using: &random) ?? ""))
    case .enumeration(let values):
      return .init(kind: .string(values.randomElement(using: &random) ?? ""))
    case .integer(let range):
      return .init(kind: .integer(Int64(Int.random(in: range, using: &random))))
    case .double(let range): return .init(kind: .number(Double.random(in: range, using: &random)))
    case .boolean: return .init(kind: .bool(Bool.random(using: &random)))
    case .nullable(let schema):
      return Bool.random(using: &random) ? .init(kind: .null) : schema.value(&random)
    case .anyOf(let schemas):
      return schemas.randomElement(using: &random)?.value(&random) ?? .init(kind: .null)
    case .dictionary(let values):
      let names = Self.texts.shuffled(using: &random).prefix(Int.random(in: 0...3, using: &random))
      return JSONObject(names.map { ($0, values.value(&random)) }).content
    }
  }

  /// An object whose names are only known when it is made.
  private struct JSONObject {
    let content: GeneratedContent

    init(_ properties: [(String, GeneratedContent)]) {
      content = GeneratedContent(
        kind: .structure(
          properties: Dictionary(uniqueKeysWithValues: properties),
          orderedKeys: properties.map(\.0)
        )
      )
    }
  }
}
