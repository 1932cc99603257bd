import HybridInference
import XCTest

final class GenerationSchemaTests: XCTestCase {
  func testSchemaGoesToJSONSchemaAndBack() throws {
    let schema = GenerationSchema.object(
      properties: [
        "name": .string(pattern: "^[a-z]+$", description: "who"),
        "when": .string(format: "date-time"),
        "kind": .enumeration(["a", "b"]),
        "count": .integer(minimum: 0, maximum: 9), "size": .double(minimum: 0.5),
        "ok": .boolean(), "tags": .array(items: .string(), minItems: 1, maxItems: 3),
        "either": .anyOf([.integer(), .string()]),
      ],
      optionalProperties: ["size"],
      title: "Thing"
    )

    let data = try JSONEncoder().encode(schema)
    XCTAssertEqual(try JSONDecoder().decode(GenerationSchema.self, from: data), schema)

    let json = try GeneratedContent(json: String(decoding: data, as: UTF8.self))
    XCTAssertEqual(json["type"]?.stringValue, "object")
    XCTAssertEqual(json["title"]?.stringValue, "Thing")
    XCTAssertEqual(
      json["required"]?.jsonString,
      #"["name","when","kind","count","ok","tags","either"]"#
    )
    XCTAssertEqual(
      json["properties"]?["tags"],
      try GeneratedContent(
        json: #"{"items":{"type":"string"},"maxItems":3,"minItems":1,"type":"array"}"#
      )
    )
  }

  func testUnknownKeywordIsRefusedByName() {
    for text in [#"{"type":"string","minLength":2}"#, #"{"type":"tuple"}"#] {
      XCTAssertThrowsError(
        try JSONDecoder().decode(GenerationSchema.self, from: Data(text.utf8))
      ) { error in
        XCTAssertTrue("\(error)".contains("minLength") || "\(error)".contains("tuple"))
      }
    }
  }
}
