import Foundation
import TestSupport
import XCTest

@testable import HybridInference

final class SchemaReflectionTests: XCTestCase {
  func testTypesOfRealAppsDeriveAndRoundTrip() throws {
    let samples = try AppTypes.samples()
    XCTAssertGreaterThanOrEqual(Set(samples.map(\.name)).count, 30)
    for sample in samples {
      XCTAssertNil(sample.schema.failure, sample.name)
      XCTAssertNoThrow(try sample.schema.check(), sample.name)
      let content = try GeneratedContent(json: sample.json)
      XCTAssertNoThrow(try SchemaValidator.check(content, fits: sample.schema), sample.name)
      XCTAssertTrue(try sample.roundTrip(content), "\(sample.name): \(sample.json)")
      XCTAssertTrue(try sample.roundTrip(sample.encoded), sample.encoded.jsonString)
      XCTAssertTrue(try sample.roundTrip(GeneratedContent(json: sample.encoded.jsonString)))
      XCTAssertNoThrow(try SchemaValidator.check(sample.encoded, fits: sample.schema), sample.name)
      let read = try GenerationSchema(jsonSchema: sample.schema.jsonSchema.jsonString)
      XCTAssertEqual(read.jsonSchema.jsonString, sample.schema.jsonSchema.jsonString)
    }
  }

  func testDerivedSchemasAreTheSameEachTime() throws {
    let first = try AppTypes.samples().map(\.schema.jsonSchema.jsonString)
    for _ in 1...5 {
      XCTAssertEqual(try AppTypes.samples().map(\.schema.jsonSchema.jsonString), first)
    }
  }

  func testOrderOptionalsAndGuides() throws {
    let trip = AppTypes.Trip.generationSchema.jsonSchema
    XCTAssertEqual(trip["properties"]?.propertyNames, ["title", "stops", "budget", "isBooked"])
    XCTAssertEqual(trip["required"]?.jsonString, #"["title","stops","isBooked"]"#)
    XCTAssertEqual(trip["properties"]?["title"]?["description"]?.stringValue, "A short title")
    XCTAssertEqual(trip["properties"]?["stops"]?["maxItems"], 8)
    XCTAssertEqual(
      trip["properties"]?["stops"]?["items"]?["properties"]?["nights"]?.jsonString,
      #"{"type":"integer","minimum":1,"maximum":30}"#
    )
    let hotel = AppTypes.Hotel.generationSchema.jsonSchema
    XCTAssertEqual(
      hotel["properties"]?.propertyNames,
      ["hotel_id", "name", "web_site", "stars", "price.by-room"]
    )
    let forest = AppTypes.Forest.generationSchema.jsonSchema
    XCTAssertEqual(forest["properties"]?["best"]?.jsonString, ##"{"$ref":"#/$defs/Tree"}"##)
    XCTAssertEqual(
      forest["$defs"]?["Tree"]?["properties"]?["label"]?.jsonString,
      #"{"description":"A word","type":"string","pattern":"^[a-z]+$"}"#
    )
    XCTAssertEqual(
      SchemaReflection.schema(of: AppTypes.Transport.self).jsonSchema["anyOf"]?[1]?["properties"]?[
        "train"
      ]?["properties"]?
      .propertyNames,
      ["line", "stops"]
    )
    XCTAssertEqual(
      AppTypes.Money.generationSchema.jsonSchema["properties"]?["currency"]?["enum"],
      ["EUR", "USD"]
    )
  }

  func testWhatCannotBeDerivedNamesThePropertyAndSaysWhatToWrite() throws {
    enum Colour: String, Codable, Sendable { case red }
    struct Paint: Codable, Sendable { var colour: Colour }
    struct House: Generable { var paint: Paint }
    struct Maps: Generable { var byDate: [Date: Int] }
    let cases: [(GenerationSchema, [String])] = [
      (House.generationSchema, ["House", "paint.colour", "CaseIterable"]),
      (Maps.generationSchema, ["Maps", "byDate", "String keys"]),
      (AppTypes.Endless.generationSchema, ["Endless", "deep.next.next", "too deeply"]),
      (AppTypes.Unknown.generationSchema, ["Unknown", "any names", "generationSchema"]),
    ]
    for (schema, words) in cases {
      XCTAssertThrowsError(try schema.check()) { error in
        guard case GenerationError.invalidRequest("schema", let reason) = error else {
          return XCTFail("\(error)")
        }
        for word in words { XCTAssertTrue(reason.contains(word), reason) }
      }
      XCTAssertThrowsError(try JSONEncoder().encode(schema))
    }
  }

  func testGuidesThatDoNotFitAreErrors() throws {
    struct Note: Generable {
      var text: String
      var size: Int
      @TaskLocal static var guides: [String: GenerationGuide] = [:]
    }
    let cases: [([String: GenerationGuide], String)] = [
      (["body": .init(description: "x")], "“body”"), (["text.a": .init()], "“text.a”"),
      (["text": .init(range: 0...1)], "a range"), (["size": .init(pattern: "a")], "a pattern"),
      (["size": .init(count: 1...2)], "a count"), (["text": .init(allowedValues: [])], "no value"),
      (["text": .init(pattern: "(")], "“(” has a group without an end"),
      (["size": .init(allowedValues: ["1"])], "allowed values"),
    ]
    for (guides, word) in cases {
      let schema = Note.$guides.withValue(guides) { Note.generationSchema }
      XCTAssertThrowsError(try schema.check(), word) { error in
        XCTAssertTrue("\(error)".contains(word), "\(error)")
      }
    }
  }

  /// The derived schemas mean to an independent validator what they mean here.
  func testAnIndependentValidatorAgrees() throws {
    let python = ProcessInfo.processInfo.environment["HYBRID_INFERENCE_TEST_PYTHON"] ?? "python3"
    guard try Program.run(python, ["-c", "import jsonschema"]).status == 0 else {
      throw XCTSkip("needs Python’s jsonschema")
    }
    let samples = try AppTypes.samples()
    var rows: [GeneratedContent] = []
    var expected: [Bool] = []
    for sample in samples {
      // Each value against each schema: most do not fit.
      for other in samples {
        let content = try GeneratedContent(json: other.json)
        rows.append(.init(kind: .array([sample.schema.jsonSchema, content])))
        expected.append((try? SchemaValidator.check(content, fits: sample.schema)) != nil)
      }
    }
    let file = FileManager.default.temporaryDirectory.appending(path: "rows-\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: file) }
    let text = GeneratedContent(kind: .array(rows)).jsonString
    try text.write(to: file, atomically: true, encoding: .utf8)
    let script = """
      import json, sys, jsonschema
      for schema, value in json.load(open(sys.argv[1])):
          jsonschema.Draft202012Validator.check_schema(schema)
          print(int(jsonschema.Draft202012Validator(schema).is_valid(value)))
      """
    let run = try Program.run(python, ["-c", script, file.path])
    XCTAssertEqual(run.status, 0, run.errors)
    let answers = run.output.split(separator: "\n").map { $0 == "1" }
    XCTAssertEqual(answers.count, expected.count)
    for (position, (answer, expected)) in zip(answers, expected).enumerated() {
      XCTAssertEqual(answer, expected, rows[position].jsonString)
    }
    XCTAssertTrue(expected.contains(true) && expected.contains(false))
  }
}
