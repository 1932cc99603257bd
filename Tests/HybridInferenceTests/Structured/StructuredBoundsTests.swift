import Foundation
import TestSupport
import XCTest

@testable import HybridInference

/// Schemas and values that are flat, and yet ask for more work, or a deeper stack, than their size
/// shows: each is read, checked or refused in time in proportion to its size.
final class StructuredBoundsTests: XCTestCase {
  private func onSmallStack(_ body: @escaping @Sendable () throws -> Void) throws {
    try SmallStack.run { Result { try body() } }.get()
  }

  private static func reason(_ body: () throws -> Void) -> String? {
    do {
      try body()
    } catch GenerationError.decodingFailure(let reason, _) {
      return reason
    } catch GenerationError.invalidRequest(_, let reason) {
      return reason
    } catch {
      XCTFail("\(error)")
    }
    return nil
  }

  private static func chain(_ count: Int, _ link: (String) -> String) throws -> GenerationSchema {
    let links = (0..<count).map { #""d\#($0)":"# + link(##""$ref":"#/$defs/d\##($0 + 1)""##) }
    return try GenerationSchema(
      jsonSchema: ##"{"$ref":"#/$defs/d0","$defs":{"## + links.joined(separator: ",")
        + #","d\#(count)":{"type":"integer"}}}"#
    )
  }

  /// Alternatives that lead on by references need a stack for each, and are not nested at all.
  func testChainsOfAlternatives() throws {
    try onSmallStack {
      let schema = try Self.chain(20_000) { #"{"anyOf":[{\#($0)},{"type":"null"}]}"# }
      try schema.check()
      let reason = Self.reason {
        try SchemaValidator.check(.init(kind: .bool(true)), fits: schema)
      }
      XCTAssertLessThan(try XCTUnwrap(reason).utf8.count, 1000)
      let short = try Self.chain(20) { #"{"anyOf":[{\#($0)},{"type":"null"}]}"# }
      XCTAssertNoThrow(try SchemaValidator.check(.init(kind: .integer(1)), fits: short))
    }
  }

  /// Long chains of references are no circle, and the last of them closes one.
  func testCirclesAreFoundInLongChains() throws {
    let chain = try Self.chain(20_000) { "{\($0)}" }
    XCTAssertNoThrow(try chain.check())
    var circle = chain
    circle.definitions[20_000].schema = .reference(to: "d19990")
    XCTAssertThrowsError(try circle.check()) { error in
      guard case GenerationError.invalidRequest("schema", let reason) = error else {
        return XCTFail("\(error)")
      }
      XCTAssertTrue(reason.contains("refers only to itself"), reason)
    }
    // Through an object it is no circle.
    circle.definitions[20_000].schema = .object(
      propertiesByName: ["a": .reference(to: "d19990")],
      optionalProperties: ["a"]
    )
    XCTAssertNoThrow(try circle.check())
  }

  /// Each level holds the next one four times: what fits has 4 to the power of 40 values.
  func testExamplesAreSmall() throws {
    let schema = try Self.chain(40) {
      #"{"type":"object","properties":{"a":{\#($0)},"b":{\#($0)},"c":{\#($0)},"d":{\#($0)}},"#
        + #""required":["a","b","c","d"]}"#
    }
    XCTAssertLessThan(schema.example.jsonString.utf8.count, 1_000_000)
  }

  func testSchemasNestedByHand() throws {
    try onSmallStack {
      for wrap: @Sendable (GenerationSchema) -> GenerationSchema in [
        { .array(items: $0) }, { .nullable($0) }, { .dictionary(values: $0) },
        { .object(propertiesByName: ["a": $0]) },
      ] {
        var schema = GenerationSchema.integer()
        for _ in 0..<10_000 { schema = wrap(schema) }
        let deep = schema
        let reason = try XCTUnwrap(Self.reason { try deep.check() })
        XCTAssertTrue(reason.contains("nested too deeply"), reason)
        XCTAssertFalse(deep.jsonSchema.jsonString.isEmpty)
        // It is not taken for a schema that any value fits.
        XCTAssertThrowsError(try SchemaValidator.check(.init(kind: .null), fits: deep))
        // As deep as JSON can be.
        schema = .integer()
        for _ in 0..<60 { schema = wrap(schema) }
        let usual = schema
        XCTAssertNoThrow(try usual.check())
        XCTAssertEqual(usual, usual)
        XCTAssertNoThrow(try JSONEncoder().encode(usual))
      }
    }
  }

  /// What does not fit is described for each alternative: a long value not in full.
  func testManyAlternativesOfALongValue() throws {
    let text = String(repeating: "long\n", count: 800_000)
    let schema = GenerationSchema.anyOf(
      (0..<20_000).map { .integer(minimum: $0) } + [.enumeration([String(text.dropLast())])]
    )
    for value in [
      GeneratedContent(kind: .string(text)),
      .init(kind: .array(Array(repeating: .init(kind: .string("a")), count: 500_000))),
    ] {
      let reason = Self.reason { try SchemaValidator.check(value, fits: schema) }
      XCTAssertLessThan(try XCTUnwrap(reason).utf8.count, 1000)
    }
  }

  func testManyPropertiesOfManyElements() throws {
    let names = (0..<20_000).map { "p\($0)" }
    let properties = Dictionary(
      uniqueKeysWithValues: names.map { ($0, GenerationSchema.integer()) }
    )
    let schema = GenerationSchema.array(
      items: .object(propertiesByName: properties, optionalProperties: names)
    )
    let value = GeneratedContent(
      kind: .array(Array(repeating: .init(kind: .emptyStructure), count: 50_000))
    )
    // It is given up: 10⁹ properties are looked for.
    let reason = try XCTUnwrap(Self.reason { try SchemaValidator.check(value, fits: schema) })
    XCTAssertTrue(reason.contains("too much work"), reason)
    let usual = GenerationSchema.array(
      items: .object(
        propertiesByName: properties.filter { $0.key.count < 3 },
        optionalProperties: names.filter { $0.count < 3 }
      )
    )
    XCTAssertNoThrow(try SchemaValidator.check(value, fits: usual))
  }

  func testALongPatternOfManyTexts() {
    let pattern = "[" + String(repeating: "ab", count: 400_000) + "]"
    let value = GeneratedContent(
      kind: .array(Array(repeating: .init(kind: .string("a")), count: 300_000))
    )
    let reason = Self.reason {
      try SchemaValidator.check(value, fits: .array(items: .string(pattern: pattern)))
    }
    // Checked or given up, and never found wrong.
    XCTAssertTrue(reason?.contains("too much work") ?? true, reason ?? "")
  }

  /// A few characters of a pattern that stand for hundreds of ranges each.
  func testPatternsOfLargeClasses() {
    for (part, start, end) in [("\\p{L}", "[", "]"), ("\\P{L}", "", ""), ("\\P{Ll}", "[^", "]")] {
      let pattern = start + String(repeating: part, count: 150_000) + end
      let schema = GenerationSchema.object(
        propertiesByName: ["a": .string(pattern: pattern), "b": .string(pattern: pattern + "x")]
      )
      XCTAssertTrue(Self.reason { try schema.check() }?.contains("too large") ?? false, part)
      let usual = start + String(repeating: part, count: 20) + end
      XCTAssertNoThrow(try GenerationSchema.string(pattern: usual).check())
    }
  }

  /// One character for a reader, and a million scalars.
  func testErrorsHoldNoLongCharacters() throws {
    let long = "a" + String(repeating: "\u{301}", count: 1_000_000)
    for body: () throws -> Void in [
      { try GenerationSchema.string(pattern: "(" + long).check() },
      { try SchemaValidator.check(.init(kind: .null), fits: .enumeration([long])) },
      { try SchemaValidator.check(.init(kind: .string(long)), fits: .integer()) },
      { _ = try GenerationSchema(jsonSchema: #"{"type":"\#(long)"}"#) },
      { _ = try GenerationSchema(jsonSchema: #"{"\#(long)":1}"#) },
      {
        _ = try GenerationSchema(
          jsonSchema: #"{"type":"object","properties":{"\#(long)":{"type":"x"}}}"#
        )
      },
      { _ = try GeneratedContent(json: #"{"\#(long)":true}"#).value(as: [String: Int].self) },
      { try GenerationSchema.reference(to: long).check() },
    ] {
      XCTAssertLessThan(try XCTUnwrap(Self.reason(body)).utf8.count, 2000)
    }
  }

  func testSchemasOfManyProperties() throws {
    let names = (0..<60_000).map { "p\($0)" }
    let list = names.map { #""\#($0)""# }.joined(separator: ",")
    let properties = names.map { #""\#($0)":{"type":"null"}"# }.joined(separator: ",")
    let schema = try GenerationSchema(
      jsonSchema: #"{"type":"object","properties":{\#(properties)},"required":[\#(list)],"#
        + #""propertyOrdering":[\#(list)]}"#
    )
    XCTAssertEqual(schema.jsonSchema["required"]?.elements.count, 60_000)
    let byHand = GenerationSchema.object(
      propertiesByName: Dictionary(uniqueKeysWithValues: names.map { ($0, .null()) }),
      optionalProperties: names
    )
    XCTAssertEqual(byHand.jsonSchema["required"]?.elements.count, 0)
  }

  /// The place of each property in a schema names all that it is in.
  func testLongNamesOfSchemas() throws {
    let name = String(repeating: "n", count: 1_000_000)
    let inner = (0..<60_000).map { #""p\#($0)":{"type":"null"}"# }.joined(separator: ",")
    let json =
      #"{"type":"object","properties":{"\#(name)":{"type":"object","properties":{\#(inner)}}}}"#
    XCTAssertNoThrow(try GenerationSchema(jsonSchema: json))
  }

  /// An output that is content already is no deeper than any other.
  func testContentIsMeasuredToo() throws {
    try onSmallStack {
      var content = GeneratedContent(kind: .null)
      for _ in 0..<64 { content = .init(kind: .array([content])) }
      XCTAssertNoThrow(try GeneratedContent(encoding: content))
      for _ in 0..<400 { content = .init(kind: .array([content])) }
      let deep = content
      XCTAssertThrowsError(try GeneratedContent(encoding: deep)) {
        XCTAssertTrue($0 is EncodingError, "\($0)")
      }
      XCTAssertThrowsError(try GeneratedContent(encoding: ["a": deep]))
    }
  }

  /// A value that was made by hand is checked no deeper than one that was read.
  func testDeepValuesAreCheckedOnASmallStack() throws {
    let schema = try GenerationSchema(
      jsonSchema:
        ##"{"$ref":"#/$defs/t","$defs":{"t":{"type":"array","items":{"$ref":"#/$defs/t"}}}}"##
    )
    try onSmallStack {
      var content = GeneratedContent(kind: .array([]))
      for _ in 0..<1500 { content = .init(kind: .array([content])) }
      let deep = content
      let reason = try XCTUnwrap(Self.reason { try SchemaValidator.check(deep, fits: schema) })
      XCTAssertTrue(reason.contains("nested too deeply"), String(reason.prefix(200)))
    }
  }

  /// Marks are put in order before names are compared, which takes the square of their number.
  func testNamesOfManyMarks() throws {
    let marks = String(repeating: "\u{301}\u{316}", count: 200_000)
    let reason = Self.reason { _ = try GeneratedContent(json: #"{"a\#(marks)":1,"b\#(marks)":2}"#) }
    XCTAssertTrue(reason?.contains("too many marks") ?? false, reason?.excerpt(200) ?? "read")
    // Texts are not names, and writing has few marks in a row.
    XCTAssertNoThrow(try GeneratedContent(json: #"{"a":"\#(marks)"}"#))
    let name = String(repeating: "क्षि e\u{301}\u{316}", count: 10_000)
    XCTAssertEqual(try GeneratedContent(json: #"{"\#(name)":1}"#).propertyNames, [name])
  }
}
