import Foundation

@testable import HybridInference

extension AppTypes {
  class Animal: Codable, @unchecked Sendable {
    var name = "animal"
  }

  /// A class that decodes its own properties beside those of its superclass.
  final class Dog: Animal, Generable, Equatable, @unchecked Sendable {
    var breed = "mix"
    private enum Keys: CodingKey { case breed }
    override init() { super.init() }

    required init(from decoder: any Decoder) throws {
      breed = try decoder.container(keyedBy: Keys.self).decode(String.self, forKey: .breed)
      try super.init(from: decoder)
    }

    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(breed, forKey: .breed)
      try super.encode(to: encoder)
    }

    static func == (first: Dog, second: Dog) -> Bool {
      first.name == second.name && first.breed == second.breed
    }
  }

  /// An open set.
  struct Colour: RawRepresentable, Generable, Equatable { var rawValue: String }

  struct Span: Generable, Equatable {
    var days: ClosedRange<Int>
    var colour: Colour
  }

  struct Empty: Generable, Equatable {}

  /// Cases without payloads and without raw values.
  enum Light: Generable, Equatable { case red, green }

  enum Only: Generable, Equatable { case one(Int?, name: String?) }

  struct Settings: Generable, Equatable {
    var light: Light
    var empty: Empty
    var only: Only
    var nested: [[String: [Int?]]]
    var maybe: [Int]??
  }

  /// A type whose names only its value knows.
  struct Unknown: Generable {
    private struct Name: CodingKey {
      var stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    var values: [String: Int] = [:]

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Name.self)
      for key in container.allKeys {
        values[key.stringValue] = try container.decode(Int.self, forKey: key)
      }
    }

    func encode(to encoder: any Encoder) throws { try values.encode(to: encoder) }
  }

  /// A generic type that holds another of itself without end.
  struct Deep<Value>: Codable, Sendable {
    private enum Keys: CodingKey { case next }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      _ = try container.decodeIfPresent(Deep<[Value]>.self, forKey: .next)
    }

    func encode(to encoder: any Encoder) throws {}
  }

  struct Endless: Generable { var deep: Deep<Int> }

  static func shapes() throws -> [Sample] {
    [
      try Sample(Dog()), try Sample(Colour(rawValue: "teal")),
      try Sample(Span(days: 1...3, colour: .init(rawValue: "red"))), try Sample(Empty()),
      try Sample(Light.green), try Sample(Only.one(nil, name: "x")),
      try Sample(
        Settings(light: .red, empty: .init(), only: .one(1, name: nil), nested: [["a": [1, nil]]])
      ),
      try Sample("text"), try Sample([1, 2]), try Sample(true), try Sample(0.5),
      try Sample(GeneratedContent(kind: .null)),
    ]
  }
}
