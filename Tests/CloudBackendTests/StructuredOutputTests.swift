import Foundation
import HybridInference
import TestSupport
import XCTest

@testable import CloudBackend

/// Typed answers from the strict stand-in, which makes them by the schema that it was sent.
final class StructuredOutputTests: CloudTestCase {
  enum Mood: String, Codable, CaseIterable, Sendable { case calm, busy }

  struct Stop: Codable, Equatable, Sendable {
    var city: String
    var nights: Int
  }

  struct Trip: Generable, Equatable {
    var title: String
    var mood: Mood
    var start: Date?
    var stops: [Stop]
    var replies: [Trip]?
    static let guides: [String: GenerationGuide] = [
      "stops": .init(count: 2...3), "stops.nights": .init(range: 1...1),
    ]

    struct PartiallyGenerated: Codable, Sendable {
      var title: String?
      var mood: Mood?
      var stops: [Stop]?
    }
  }

  func testWholeAnswer() async throws {
    let session = GenerativeModelSession(model: try model("structured"))

    let response = try await session.respond(to: "Plan a trip", generating: Trip.self)

    check(response.content)
    let sent = try await server?.requests().first?.body?["generationConfig"]
    XCTAssertEqual(sent?["responseMimeType"], "application/json")
    XCTAssertEqual(sent?["responseJsonSchema"], Trip.generationSchema.jsonSchema)
    XCTAssertEqual(
      sent?["responseJsonSchema"]?["propertyOrdering"],
      ["title", "mood", "start", "stops", "replies"]
    )
    XCTAssertNil(sent?["responseSchema"])
    XCTAssertEqual(session.transcript.count, 2)
  }

  func testStreamedAnswer() async throws {
    let session = GenerativeModelSession(
      model: try model("structured", ["chunk_bytes": 7])
    )
    let stream = session.streamResponse(to: "Plan a trip", generating: Trip.self)
    var counts: [Int] = []
    var isComplete = false
    for try await snapshot in stream {
      if let stops = snapshot.content.stops { counts.append(stops.count) }
      isComplete = snapshot.rawContent.isComplete
    }
    XCTAssertTrue(isComplete)
    XCTAssertEqual(counts, counts.sorted())
    XCTAssertEqual(counts.last, 2)
    check(try await stream.collect().content)
  }

  func testASchemaByHand() async throws {
    let session = GenerativeModelSession(model: try model("structured"))
    let schema = GenerationSchema.object(properties: [
      "z": .nullable(.string()), "a": .array(items: .double(), minItems: 1),
      "k": .enumeration(["x", "y"]), "any": .dictionary(values: .integer()),
    ])
    let response = try await session.respond(to: "Hi", schema: schema)
    let streamed = try await session.streamResponse(to: "Hi", schema: schema).collect()
    XCTAssertEqual(response.content["k"]?.stringValue, "x")
    // The stand-in answers in the order of the schema as it came.
    XCTAssertEqual(response.content.propertyNames, ["z", "a", "k", "any"])
    XCTAssertEqual(streamed.content, response.content)
  }

  func testAnAnswerThatDoesNotFitAndOneRepair() async throws {
    try await server?.play(
      .init("finish", ["text": "Sorry.", "reason": "STOP"], times: 1),
      .init("structured")
    )
    let repairing = GenerativeModelSession(
      model: GeminiModel(name: "gemini-2.5-flash", api: try plain())
    )
    let response = try await repairing.respond(
      to: "Plan",
      generating: Trip.self,
      options: .default.repairingStructuredOutput()
    )
    check(response.content)
    XCTAssertEqual(repairing.transcript.count, 2)
    let bodies = try await server?.requests().compactMap(\.body) ?? []
    XCTAssertEqual(bodies.map { $0["contents"]?.elements.count }, [1, 3])

    let session = GenerativeModelSession(
      model: try model("finish", ["text": "Sorry.", "reason": "STOP"])
    )
    await assertThrows(try await session.respond(to: "Plan", generating: Trip.self)) { error in
      guard case GenerationError.decodingFailure(_, let partial) = error else {
        return XCTFail("\(error)")
      }
      XCTAssertEqual(partial?.text, "Sorry.")
    }
  }

  func testAnAnswerThatWasCut() async throws {
    let session = GenerativeModelSession(
      model: try model("finish", ["text": "{\"title\":\"To the", "reason": "MAX_TOKENS"])
    )
    func check(_ error: any Error) {
      guard case GenerationError.decodingFailure(let reason, _) = error else {
        return XCTFail("\(error)")
      }
      XCTAssertTrue(reason.contains("cut"), reason)
      let partial = (error as? GenerationError)?.partialContent
      XCTAssertEqual(partial?["title"]?.stringValue, "To the")
    }
    await assertThrows(try await session.respond(to: "Plan", generating: Trip.self), check)
    await assertThrows(
      try await session.streamResponse(to: "Plan", generating: Trip.self).collect(),
      check
    )
    XCTAssertEqual(session.transcript.count, 0)
  }

  private func plain() throws -> GeminiAPI {
    .developer(apiKey: OracleServer.apiKey, baseURL: try XCTUnwrap(server).baseURL)
  }

  private func check(_ trip: Trip) {
    XCTAssertEqual(trip.mood, .calm)
    XCTAssertEqual(trip.stops.map(\.nights), [1, 1])
    XCTAssertTrue(trip.title.hasPrefix("text"))
  }
}
