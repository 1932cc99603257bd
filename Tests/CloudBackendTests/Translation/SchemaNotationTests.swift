import HybridInference
import TestSupport
import XCTest

@testable import CloudBackend

/// Schemas in the API's older notation, where that is asked for.
final class SchemaNotationTests: CloudTestCase {
  private struct Trip: Generable, Equatable {
    enum Mood: String, Codable, CaseIterable, Sendable { case calm, wild }
    struct Stop: Codable, Equatable, Sendable {
      var city: String
      var nights: Int?
    }
    var title: String
    var mood: Mood
    var start: Date
    var price: Double
    var isBooked: Bool
    var stops: [Stop]

    static let guides: [String: GenerationGuide] = [
      "title": .init(description: "A name", pattern: "^[a-z0-9-]+$"),
      "stops": .init(count: 1...3), "stops.nights": .init(range: 1...14),
    ]
  }

  private let openAPI = GenerationConfig(responseSchemaNotation: .openAPI)

  func testASchemaIsSentInTheOlderNotationWhereAsked() async throws {
    let session = GenerativeModelSession(model: try model())
    let trip = try await session.respond(to: "Plan", generating: Trip.self, options: openAPI)
      .content
    XCTAssertEqual(trip.title, "text-1")
    XCTAssertEqual(trip.stops.count, 1)

    let config = try await server?.requests().first?.body?["generationConfig"]
    let stop: GeneratedContent = [
      "type": "OBJECT",
      "properties": [
        "city": ["type": "STRING"], "nights": ["type": "INTEGER", "minimum": 1, "maximum": 14],
      ],
      "required": ["city"], "propertyOrdering": ["city", "nights"],
    ]
    let names: GeneratedContent = ["title", "mood", "start", "price", "isBooked", "stops"]
    XCTAssertEqual(
      config,
      [
        "responseMimeType": "application/json",
        "responseSchema": [
          "type": "OBJECT",
          "properties": [
            "title": ["type": "STRING", "description": "A name", "pattern": "^[a-z0-9-]+$"],
            "mood": ["type": "STRING", "enum": ["calm", "wild"]],
            "start": ["type": "STRING", "format": "date-time"], "price": ["type": "NUMBER"],
            "isBooked": ["type": "BOOLEAN"],
            "stops": ["type": "ARRAY", "minItems": 1, "maxItems": 3, "items": stop],
          ],
          "required": names, "propertyOrdering": names,
        ],
      ]
    )
  }

  func testTheModelsOwnConfigurationMayAskForIt() async throws {
    let schema = GenerationSchema.anyOf([
      .nullable(.string(description: "In words")), .integer(), .null(),
    ])
    let model = try model(
      config: GenerationConfig(responseSchema: .double(), responseSchemaNotation: .openAPI)
    )
    _ = try await model.generateContent(.prompt("Hi"))
    _ = try await model.generateContent(.prompt("Hi", schema: schema))
    _ = try await model.generateContent(
      .prompt("Hi", schema: schema, config: GenerationConfig(responseSchemaNotation: .jsonSchema))
    )
    let configs = try await server?.requests().map { $0.body?["generationConfig"] } ?? []
    XCTAssertEqual(configs.first??["responseSchema"], ["type": "NUMBER"])
    XCTAssertEqual(
      configs[1]?["responseSchema"],
      [
        "nullable": true,
        "anyOf": [
          ["type": "STRING", "nullable": true, "description": "In words"], ["type": "INTEGER"],
        ],
      ]
    )
    XCTAssertNil(configs[1]?["responseJsonSchema"])
    XCTAssertNil(configs[2]?["responseSchema"])
    XCTAssertEqual(configs[2]?["responseJsonSchema"], schema.jsonSchema)
  }

  func testWithoutASchemaTheNotationIsNothingToSend() async throws {
    _ = try await model().generateContent(.prompt("Hi", config: openAPI))
    let body = try await server?.requests().first?.body
    XCTAssertNotNil(body)
    XCTAssertNil(body?["generationConfig"])
  }

  func testWhatTheNotationCannotExpressIsRefusedByName() async throws {
    let closed = try GenerationSchema(
      jsonSchema:
        #"{"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":false}"#
    )
    let refused: [(GenerationSchema, String)] = [
      (.dictionary(values: .string()), "dictionary"), (.any(), "any type"),
      (.object(properties: [:]), "without properties"), (closed, "additionalProperties"),
      (.constant(7), "enumeration"), (.string(format: "uuid"), "uuid"),
      (
        .reference(to: "Node").defining(["Node": .object(properties: ["n": .integer()])]), "$ref"
      ),
    ]
    for (schema, what) in refused {
      let nested = GenerationSchema.object(properties: [
        "list": .array(items: .anyOf([.integer(), schema]))
      ])
      await assertThrows(
        try await model().generateContent(.prompt("Hi", schema: nested, config: openAPI))
      ) { error in
        guard case GenerationError.invalidRequest("responseSchema", let reason) = error else {
          return XCTFail("\(error)")
        }
        XCTAssertTrue(reason.contains(what), reason)
        XCTAssertTrue(reason.contains(".list[]"), reason)
      }
    }
    let sent = try await server?.requests().count
    XCTAssertEqual(sent, 0)
  }
}
