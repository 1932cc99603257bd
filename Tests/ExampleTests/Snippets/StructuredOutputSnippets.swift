// swift-format-ignore-file
// Every Swift snippet of the article StructuredOutput, as it stands there. `ArticleTests` compares.

import Foundation
import HybridInference

enum StructuredOutputSnippets {
  struct Trip: Generable {
    var title: String
    var start: Date?
    var stops: [String]

    static let guides: [String: GenerationGuide] = [
      "stops": .init(description: "Towns on the way", count: 2...5)
    ]
  }

  static func typed(_ session: GenerativeModelSession) async throws {
    let plan = try await session.respond(to: "Plan a trip.", generating: Trip.self)
    print(plan.content.title, plan.content.stops)
  }

  static func streamed(_ session: GenerativeModelSession, show: (String) -> Void) async throws {
    let stream = session.streamResponse(to: "Another one.", generating: Trip.self)
    for try await snapshot in stream {
      show(snapshot.rawContent["title"]?.stringValue ?? "")  // at any time
    }
  }

  struct Recipe: Generable {
    struct PartiallyGenerated: Decodable, Sendable {
      var name: String?
      var steps: [String]?
    }

    var name: String
    var steps: [String]
  }

  static func typedSnapshots(
    _ session: GenerativeModelSession, show: (String) -> Void
  ) async throws {
    let recipes = session.streamResponse(to: "A boiled egg.", generating: Recipe.self)
    for try await snapshot in recipes {
      show(snapshot.content.steps?.last ?? "…")
    }
  }

  static func schema(_ session: GenerativeModelSession) async throws {
    let schema = GenerationSchema.object(
      properties: [
        "name": .string(pattern: "[A-Z][a-z]+"),
        "age": .integer(minimum: 0, maximum: 130),
        "mood": .enumeration(["happy", "sad"]),
      ],
      optionalProperties: ["mood"])
    let person = try await session.respond(to: "Make somebody up.", schema: schema)
    print(try person.content.value(Int.self, forProperty: "age"))
  }

  static func repair(_ session: GenerativeModelSession) async throws {
    do {
      let plan = try await session.respond(
        to: "Plan a trip.", generating: Trip.self,
        options: .default.repairingStructuredOutput())
      print(plan.content)
    } catch let error as GenerationError {
      print(error.partialContent?["title"]?.stringValue ?? "nothing came")
    }
  }
}
