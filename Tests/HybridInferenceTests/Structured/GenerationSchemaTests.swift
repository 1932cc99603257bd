import Foundation
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

  func testWhatIsNotSupportedIsRefusedByName() {
    let cases = [
      (#"{"type":"string","minLength":2}"#, "minLength"), (#"{"type":"tuple"}"#, "tuple"),
      (#"{"type":"array","uniqueItems":true}"#, "uniqueItems"),
      (#"{"type":"array","prefixItems":[]}"#, "prefixItems"), (#"{"oneOf":[]}"#, "oneOf"),
      (#"{"type":"integer","exclusiveMinimum":1}"#, "exclusiveMinimum"),
      (#"{"type":"integer","pattern":"a"}"#, "pattern"), (#"{"not":{}}"#, "not"),
      (#"{"type":"object","patternProperties":{}}"#, "patternProperties"),
      (#"{"type":["string","integer"]}"#, "anyOf"), (##"{"$ref":"#"}"##, "$ref"),
      (##"{"$ref":"#/$defs/A","minimum":1}"##, "minimum"), (#"{"$ref":"other.json"}"#, "$ref"),
      (#"{"type":"object","properties":{"a":{"format":1,"type":"string"}}}"#, "properties/a"),
      (#"{"type":"object","required":["b"]}"#, "“b”"), (#"{"anyOf":[],"type":"string"}"#, "type"),
      (
        #"{"type":"object","properties":{"a":{}},"additionalProperties":{}}"#,
        "additionalProperties"
      ),
      (#"{"items":{"type":"string"}}"#, "items"), (#"{"type":"string","enum":[1]}"#, "enum"),
      (#"{"type":"array","items":{"$defs":{}}}"#, "$defs"), (#"{"default":1}"#, "default"),
      (#"{"$schema":"http://json-schema.org/draft-07/schema#"}"#, "2020-12"), ("[]", "object"),
      (#"{"type":"array","minItems":-1}"#, "minItems"), ("false", "object"),
    ]
    for (text, word) in cases {
      XCTAssertThrowsError(try GenerationSchema(jsonSchema: text), text) { error in
        guard case GenerationError.invalidRequest("schema", let reason) = error else {
          return XCTFail("\(error)")
        }
        XCTAssertTrue(reason.contains(word), "\(reason), nothing of \(word)")
      }
      XCTAssertThrowsError(
        try JSONDecoder().decode(GenerationSchema.self, from: Data(text.utf8))
      ) { error in
        XCTAssertTrue("\(error)".contains(word), "\(error)")
      }
    }
  }

  func testJSONSchemaTextKeepsItsOrder() throws {
    let texts = [
      #"{"title":"T","description":"d","type":"object","properties":{"z":{"type":"string"},"#
        + #""a":{"type":"integer"}},"required":["z"],"propertyOrdering":["z","a"],"#
        + #""additionalProperties":false}"#,
      #"{"anyOf":[{"type":"string"},{"type":"null"}]}"#, "{}", #"{"type":"integer","enum":[1,2]}"#,
      #"{"enum":[1,"a",null]}"#, #"{"type":"object","additionalProperties":{"type":"number"}}"#,
      ##"{"$ref":"#/$defs/N~1o~0de","$defs":{"N/o~de":{"type":"array","items":{"$ref":"##
        + ##""#/$defs/N~1o~0de"}}}}"##,
      #"{"type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807}"#,
    ]
    for text in texts {
      let schema = try GenerationSchema(jsonSchema: text)
      XCTAssertEqual(schema.jsonSchema.jsonString, text)
      let coded = try JSONDecoder().decode(
        GenerationSchema.self,
        from: try JSONEncoder().encode(schema)
      )
      XCTAssertEqual(coded, schema, text)
    }
    XCTAssertEqual(
      try GenerationSchema(jsonSchema: #"{"type":["null","string"],"pattern":"a"}"#),
      .nullable(.string(pattern: "a"))
    )
    XCTAssertEqual(
      try GenerationSchema(jsonSchema: #"{"const":"a"}"#),
      .constant(.init(kind: .string("a")))
    )
    XCTAssertEqual(
      try GenerationSchema(jsonSchema: #"{"type":"integer","minimum":0.5,"maximum":1e30}"#),
      .integer(minimum: 1, maximum: .max)
    )
  }

  func testPropertiesOfADictionaryAreInTheOrderOfTheirNames() {
    let properties: [String: GenerationSchema] = ["b": .string(), "a": .integer(), "c": .any()]
    XCTAssertEqual(
      GenerationSchema.object(propertiesByName: properties, optionalProperties: ["c"]),
      .object(
        properties: ["a": .integer(), "b": .string(), "c": .any()],
        optionalProperties: ["c"]
      )
    )
    XCTAssertEqual(
      GenerationSchema.object(properties: ["b": .string(), "a": .integer()])
        .jsonSchema["properties"]?.propertyNames,
      ["b", "a"]
    )
  }

  func testDefinitionsOfInnerSchemasMoveToTheTop() throws {
    let list = GenerationSchema.reference(to: "Node")
      .defining(["Node": .object(properties: ["next": .nullable(.reference(to: "Node"))])])
    let other = GenerationSchema.reference(to: "Node").defining(["Node": .string()])
    let schema = GenerationSchema.object(properties: [
      "a": list, "b": .array(items: list), "c": other,
    ])
    XCTAssertNoThrow(try GenerationSchema(jsonSchema: schema.jsonSchema))
    let json = schema.jsonSchema
    XCTAssertEqual(json["$defs"]?.propertyNames, ["Node", "Node2"])
    XCTAssertEqual(json["properties"]?["a"]?.jsonString, ##"{"$ref":"#/$defs/Node"}"##)
    XCTAssertEqual(json["properties"]?["b"]?["items"]?.jsonString, ##"{"$ref":"#/$defs/Node"}"##)
    XCTAssertEqual(json["properties"]?["c"]?.jsonString, ##"{"$ref":"#/$defs/Node2"}"##)
    XCTAssertEqual(
      GenerationSchema.reference(to: "A", description: "d").jsonSchema.jsonString,
      ##"{"description":"d","anyOf":[{"$ref":"#/$defs/A"}]}"##
    )
  }
}
