import Foundation

@testable import HybridInference

extension AppTypes {
  /// Holds itself in an array.
  struct Tree: Generable, Equatable {
    var label: String
    var children: [Tree]
    static let guides: [String: GenerationGuide] = ["label": .init(description: "A word")]
  }

  /// Holds itself in an optional, through another type.
  struct Comment: Generable, Equatable {
    var text: String
    var thread: Thread?
    struct Thread: Codable, Equatable, Sendable { var replies: [Comment], isLocked: Bool }
  }

  /// The case that holds itself comes first.
  indirect enum Formula: Generable, Equatable {
    case sum(Formula, Formula)
    case negative(of: Formula)
    case number(Double)
  }

  struct Forest: Generable, Equatable {
    var trees: [String: Tree]
    var best: Tree?
    static let guides: [String: GenerationGuide] = ["trees.label": .init(pattern: "^[a-z]+$")]
  }

  /// Writes its own schema, since it decodes itself by hand.
  enum Geometry: Generable, Equatable {
    case point([Double])
    case line([[Double]])

    private enum Keys: CodingKey { case type, coordinates }

    static var generationSchema: GenerationSchema {
      let position = GenerationSchema.array(items: .double(), minItems: 2, maxItems: 3)
      return .anyOf([
        .object(properties: ["type": .enumeration(["Point"]), "coordinates": position]),
        .object(properties: [
          "type": .enumeration(["LineString"]),
          "coordinates": .array(items: position, minItems: 2),
        ]),
      ])
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      switch try container.decode(String.self, forKey: .type) {
      case "Point": self = .point(try container.decode([Double].self, forKey: .coordinates))
      case "LineString": self = .line(try container.decode([[Double]].self, forKey: .coordinates))
      default:
        throw DecodingError.dataCorruptedError(
          forKey: .type,
          in: container,
          debugDescription: "unknown"
        )
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      switch self {
      case .point(let position):
        try container.encode("Point", forKey: .type)
        try container.encode(position, forKey: .coordinates)
      case .line(let positions):
        try container.encode("LineString", forKey: .type)
        try container.encode(positions, forKey: .coordinates)
      }
    }
  }

  struct Feature: Generable, Equatable {
    var geometry: Geometry
    var properties: [String: GeneratedContent]
    var bbox: [Double]?
  }

  struct Table: Generable, Equatable {
    var columns: [String]
    var rows: [[GeneratedContent]]
  }

  struct Numbers: Generable, Equatable {
    var a: Int8, b: Int16, c: Int32, d: Int64, e: UInt8, f: UInt16, g: UInt32, h: UInt64
    var i: Float, j: Double, k: Decimal, l: Int, m: UInt
  }

  static func data() throws -> [Sample] {
    let tree = Tree(
      label: "a",
      children: [.init(label: "b", children: []), .init(label: "c", children: [])]
    )
    let numbers = Numbers(
      a: .min,
      b: .max,
      c: .min,
      d: .max,
      e: .max,
      f: .max,
      g: .max,
      h: .max,
      i: 0.1,
      j: 1e-9,
      k: Decimal(string: "0.1") ?? 0,
      l: .min,
      m: .max
    )
    let comment = Comment(text: "a", thread: .init(replies: [.init(text: "b")], isLocked: true))
    return [
      try Sample(tree), try Sample(comment),
      try Sample(Formula.sum(.number(1), .negative(of: .sum(.number(2), .number(0.5))))),
      try Sample(Forest(trees: ["x": tree], best: tree)), try Sample(Geometry.point([1, 2])),
      try Sample(
        Feature(
          geometry: .line([[1, 2], [3, 4.5]]),
          properties: ["a": .init(kind: .array([.init(kind: .null)]))],
          bbox: [1, 2]
        )
      ),
      try Sample(
        Table(columns: ["a"], rows: [[.init(kind: .string("x"))], [.init(kind: .integer(1))]])
      ),
      try Sample(numbers),
    ]
  }
}
