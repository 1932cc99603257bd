import Foundation

@testable import HybridInference

extension AppTypes {
  struct Address: Generable, Equatable {
    var street: String
    var city: String
    var country: String?
  }

  struct Contact: Generable, Equatable {
    var givenName: String
    var familyName: String?
    var emails: [String]
    var phones: [String: String]
    var home: Address?
    var work: Address?
    var birthday: Date?
    static let guides: [String: GenerationGuide] = [
      "home.city": .init(description: "In English"), "emails": .init(pattern: "@"),
    ]
  }

  struct Event: Generable, Equatable {
    enum Repeat: String, Codable, CaseIterable, Sendable { case never, daily, weekly }
    var title: String
    var start: Date
    var duration: Int32
    var guests: [Contact]
    var repeats: Repeat
    var link: URL?
  }

  struct Ingredient: Generable, Equatable {
    var name: String
    var amount: Double?
    var unit: String?
  }

  struct Recipe: Generable, Equatable {
    var name: String
    var servings: UInt
    var ingredients: [Ingredient]
    var steps: [String]
    var minutes: [Int]
  }

  struct QuizQuestion: Generable, Equatable {
    var question: String
    var choices: [String]
    var answer: Int
    static let guides: [String: GenerationGuide] = [
      "choices": .init(count: 4...4), "answer": .init(range: 0...3),
    ]
  }

  /// With a key that its properties lie under.
  struct Profile: Generable, Equatable {
    var name: String
    var age: Int
    var scores: [Int]
    enum CodingKeys: String, CodingKey { case name, details }
    enum DetailKeys: String, CodingKey { case age, scores }

    init(name: String, age: Int, scores: [Int]) {
      self.name = name
      self.age = age
      self.scores = scores
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name = try container.decode(String.self, forKey: .name)
      let details = try container.nestedContainer(keyedBy: DetailKeys.self, forKey: .details)
      age = try details.decode(Int.self, forKey: .age)
      var scores = try details.nestedUnkeyedContainer(forKey: .scores)
      self.scores = []
      while !scores.isAtEnd { self.scores.append(try scores.decode(Int.self)) }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(name, forKey: .name)
      var details = container.nestedContainer(keyedBy: DetailKeys.self, forKey: .details)
      try details.encode(age, forKey: .age)
      try details.encode(scores, forKey: .scores)
    }
  }

  static func people() throws -> [Sample] {
    let address = Address(street: "1 Quai", city: "Dinan")
    let contact = Contact(
      givenName: "Zoé 😀",
      emails: ["z@example.com"],
      phones: ["home": "1"],
      home: address,
      birthday: date
    )
    return [
      try Sample(address), try Sample(contact),
      try Sample(
        Event(title: "Tea", start: date, duration: 3600, guests: [contact], repeats: .weekly)
      ),
      try Sample(
        Recipe(
          name: "Cake",
          servings: 4,
          ingredients: [Ingredient(name: "Flour", amount: 0.25, unit: "kg"), .init(name: "Salt")],
          steps: ["Mix.", "Bake."],
          minutes: [5, 40]
        )
      ),
      try Sample(QuizQuestion(question: "2+2?", choices: ["1", "2", "3", "4"], answer: 3)),
      try Sample(Profile(name: "Ann", age: 7, scores: [1, 2])),
    ]
  }
}
