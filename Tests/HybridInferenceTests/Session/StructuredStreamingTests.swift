import Foundation
import TestSupport
import XCTest

@testable import HybridInference

final class StructuredStreamingTests: XCTestCase {
  enum Mood: String, Codable, CaseIterable, Sendable { case red, redder }

  struct Stop: Codable, Equatable, Sendable {
    var city: String
    var nights: Int
  }

  struct Trip: Generable, Equatable {
    var title: String
    var mood: Mood
    var start: Date
    var stops: [Stop]

    struct PartiallyGenerated: Codable, Equatable, Sendable {
      var title: String?
      var mood: Mood?
      var start: Date?
      var stops: [Stop]?
    }
  }

  /// With a part that needs what comes last.
  struct Strict: Generable {
    var a: String
    var b: Int
    struct PartiallyGenerated: Codable, Equatable, Sendable {
      var a: String?
      var b: Int
    }
  }

  private static let json = #"""
    {"title":"To the é😀","mood":"redder","start":"2026-01-02T03:04:05Z",
     "stops":[{"city":"Brest","nights":12},{"city":"Dinan","nights":3}]}
    """#

  func testPartsDecodeFromWhatHasCome() async throws {
    var parts: [Trip.PartiallyGenerated] = []
    let stream = Self.session(Self.json.map(String.init)).streamResponse(
      to: "Plan",
      generating: Trip.self
    )
    for try await snapshot in stream { parts.append(snapshot.content) }

    XCTAssertNil(parts.first?.title)
    let titles = parts.compactMap(\.title).uniqued()
    XCTAssertEqual(titles, (0...9).map { String("To the é😀".prefix($0)) })
    XCTAssertEqual(parts.compactMap(\.mood).uniqued(), [.redder])
    XCTAssertEqual(parts.compactMap(\.start).uniqued().count, 1)
    XCTAssertEqual(parts.compactMap(\.stops).uniqued().map(\.count), [0, 1, 2])
    XCTAssertEqual(parts.last?.stops?.map(\.nights), [12, 3])
    let response = try await stream.collect()
    XCTAssertEqual(response.content.stops.count, 2)
  }

  func testContentIsReadableByNameAtAnyTime() async throws {
    let session = Self.session(["{\"a\":\"x", "y\",\"b\":[1,", "2]}"])
    var seen: [String] = []
    var complete: [Bool] = []
    for try await snapshot in session.streamResponse(to: "Hi", schema: .any()) {
      seen.append(snapshot.content.jsonString)
      complete.append(snapshot.rawContent.isComplete)
      XCTAssertEqual(snapshot.content, snapshot.rawContent)
      XCTAssertNotNil(snapshot.content["a"]?.stringValue)
    }
    XCTAssertEqual(
      seen,
      [#"{"a":"x"}"#, #"{"a":"xy","b":[1]}"#, #"{"a":"xy","b":[1,2]}"#, #"{"a":"xy","b":[1,2]}"#]
    )
    XCTAssertEqual(complete, [false, false, false, true])
  }

  func testWhatCannotBeDecodedYetGivesNoSnapshotAndNoFailure() async throws {
    let session = Self.session(["{\"a\"", ":\"x\"", ",\"b\":4", "2", "}"])
    var parts: [Strict.PartiallyGenerated] = []
    for try await snapshot in session.streamResponse(to: "Hi", generating: Strict.self) {
      parts.append(snapshot.content)
    }
    XCTAssertEqual(parts.uniqued(), [.init(a: "x", b: 42)])
  }

  func testOnlyTheLastSnapshotFails() async throws {
    let session = Self.session(["{\"a\":\"x\"", ",\"b\":", "tru", "?", "}}}"])
    let stream = session.streamResponse(to: "Hi", schema: .any())
    var count = 0
    await assertThrows(
      try await {
        for try await snapshot in stream {
          XCTAssertEqual(snapshot.content["a"]?.stringValue, "x")
          count += 1
        }
      }()
    ) { error in
      guard case GenerationError.decodingFailure(_, let partial) = error else {
        return XCTFail("\(error)")
      }
      XCTAssertEqual(partial?.text, "{\"a\":\"x\",\"b\":tru?}}}")
    }
    XCTAssertEqual(count, 3)
    XCTAssertEqual(session.transcript.count, 0)
    await assertThrows(try await stream.collect())
  }

  func testThoughtsGiveNoEmptySnapshotAndStayOutOfTheJSON() async throws {
    let thought = GenerateContentResponse(candidates: [
      Candidate(content: .init(role: .model, parts: [Part(.text("{hm"), isThought: true)]))
    ])
    let model = ScriptedModel(
      "scripted",
      answers: [
        .chunks([
          thought, ScriptedModel.chunk("[1"), thought,
          ScriptedModel.chunk(",2]", finishReason: .stop),
        ])
      ]
    )
    var seen: [String] = []
    for try await snapshot in GenerativeModelSession(model: model)
      .streamResponse(to: "Hi", generating: [Int].self)
    {
      seen.append(snapshot.content.jsonString)
    }
    XCTAssertEqual(seen.last, "[1,2]")
    XCTAssertEqual(seen.uniqued(), ["[]", "[1,2]"].filter(seen.contains))
  }

  /// For values of all shapes and any split into pieces: each snapshot extends the one before, and the
  /// last equals the text.
  func testSnapshotsOnlyEverExtendWhatTheySaid() throws {
    var random = SeededGenerator(seed: 7)
    var texts = try AppTypes.samples().map(\.json)
    for _ in 0..<200 { texts.append(Self.randomValue(depth: 4, &random).jsonString) }
    for text in texts {
      var reader = PartialJSON()
      var last: GeneratedContent?
      var scalars = Array(text.unicodeScalars)[...]
      while !scalars.isEmpty {
        let piece = scalars.prefix(Int.random(in: 1...9, using: &random))
        scalars = scalars.dropFirst(piece.count)
        try reader.append(String(String.UnicodeScalarView(piece)))
        let snapshot = reader.snapshot
        if let last {
          XCTAssertTrue(try XCTUnwrap(snapshot).extends(last), "\(text): \(last.jsonString)")
        }
        last = snapshot ?? last
      }
      let end = try reader.end()
      if let last { XCTAssertTrue(end.extends(last), text) }
      XCTAssertEqual(end, try GeneratedContent(json: text))
      XCTAssertTrue(end.isComplete)
    }
  }

  private static func session(_ pieces: [String]) -> GenerativeModelSession {
    GenerativeModelSession(model: ScriptedModel("scripted", answers: [.text(pieces)]))
  }

  private static func randomValue(
    depth: Int,
    _ random: inout SeededGenerator
  ) -> GeneratedContent {
    let texts = ["", "a", "é", "😀👩‍👩‍👧", "\"\\\n\u{1}", "\u{301}", "null", "ab/cd"]
    switch Int.random(in: 0...(depth > 0 ? 7 : 5), using: &random) {
    case 0: return .init(kind: .null)
    case 1: return .init(kind: .bool(.random(using: &random)))
    case 2: return .init(kind: .integer(.random(in: .min ... .max, using: &random)))
    case 3: return .init(kind: .number(.random(in: -1e9...1e9, using: &random)))
    case 4: return .init(kind: .unsignedInteger(.max))
    case 5: return .init(kind: .string(texts.randomElement(using: &random) ?? ""))
    case 6:
      let count = Int.random(in: 0...4, using: &random)
      return .init(kind: .array((0..<count).map { _ in randomValue(depth: depth - 1, &random) }))
    default:
      let names = texts.shuffled(using: &random).prefix(Int.random(in: 0...4, using: &random))
      let values = names.map { ($0, randomValue(depth: depth - 1, &random)) }
      return .init(
        kind: .structure(
          properties: Dictionary(uniqueKeysWithValues: values),
          orderedKeys: Array(names)
        )
      )
    }
  }
}

extension Sequence where Element: Equatable {
  /// Without elements that equal the one before.
  fileprivate func uniqued() -> [Element] {
    reduce(into: []) { result, element in
      if result.last != element { result.append(element) }
    }
  }
}
