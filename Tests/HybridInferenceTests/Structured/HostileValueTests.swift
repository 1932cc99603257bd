import Foundation
import TestSupport
import XCTest

@testable import HybridInference

/// Values and schemas that a model, a server or a tool could send to do harm: all end with a typed
/// error or a value, in bounded time, on a small stack.
final class HostileValueTests: XCTestCase {
  private func onSmallStack(_ body: @escaping @Sendable () throws -> Void) throws {
    try SmallStack.run { Result { try body() } }.get()
  }

  private static func assertDecodingFailure(
    _ message: String,
    _ body: () throws -> Void,
    line: UInt = #line
  ) {
    XCTAssertThrowsError(try body(), message, line: line) { error in
      guard case GenerationError.decodingFailure(let reason, _) = error else {
        return XCTFail("\(message): \(error)", line: line)
      }
      XCTAssertLessThan(reason.utf8.count, 1000, message, line: line)
    }
  }

  func testDeepNesting() throws {
    for (open, close) in [("[", "]"), ("{\"a\":", "}"), ("[{\"a\":", "}]")] {
      let json =
        String(repeating: open, count: 10_000) + "1" + String(repeating: close, count: 10_000)
      try onSmallStack {
        Self.assertDecodingFailure(open) { _ = try GeneratedContent(json: json) }
        Self.assertDecodingFailure(open) { _ = try GenerationSchema(jsonSchema: json) }
        var reader = PartialJSON()
        var failures = 0
        for character in json {
          do { try reader.append(String(character)) } catch { failures += 1 }
        }
        XCTAssertGreaterThan(failures, 0)
      }
    }
  }

  /// The deepest value that is read can be checked, compared, written and read by a type.
  func testTheDeepestValueIsUsable() throws {
    struct Tree: Codable, Equatable { var kids: [Tree] }
    let schema =
      ##"{"$ref":"#/$defs/t","$defs":{"t":{"type":"object","properties":{"kids":"##
      + ##"{"type":"array","items":{"$ref":"#/$defs/t"}}},"required":["kids"]}}}"##
    let open = #"{"kids":["#
    try onSmallStack {
      let json = String(repeating: open, count: 32) + String(repeating: "]}", count: 32)
      let content = try GeneratedContent(json: json)
      try SchemaValidator.check(content, fits: try GenerationSchema(jsonSchema: schema))
      XCTAssertEqual(content.jsonString, json)
      XCTAssertEqual(content, try GeneratedContent(json: content.jsonString))
      XCTAssertEqual(Set([content, content]).count, 1)
      let data = try JSONEncoder().encode(content)
      XCTAssertEqual(try JSONDecoder().decode(GeneratedContent.self, from: data), content)
      let tree = try content.value(as: Tree.self)
      XCTAssertEqual(try GeneratedContent(encoding: tree), content)
    }
  }

  /// What a tool gives can be nested without end.
  func testAnOutputWithoutEndIsRefused() throws {
    struct Endless: Encodable {
      enum CodingKeys: CodingKey { case inner }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(Endless(), forKey: .inner)
      }
    }
    struct EndlessList: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode([EndlessList()])
      }
    }
    try onSmallStack {
      XCTAssertThrowsError(try GeneratedContent(encoding: Endless())) {
        XCTAssertTrue($0 is EncodingError, "\($0)")
      }
      XCTAssertThrowsError(try GeneratedContent(encoding: EndlessList()))
      // As deep as can be read is no error.
      let json = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
      let deepest = try GeneratedContent(json: json)
      XCTAssertEqual(try GeneratedContent(encoding: deepest), deepest)
    }
  }

  func testDeepSchemas() throws {
    let object = #"{"type":"object","properties":{"a":"#
    for count in [10, 30, 5000] {
      let json =
        String(repeating: object, count: count) + #"{"type":"string"}"#
        + String(repeating: "}}", count: count)
      try onSmallStack {
        guard let schema = try? GenerationSchema(jsonSchema: json) else {
          XCTAssertGreaterThan(count, 30)
          return
        }
        try? schema.check()
        XCTAssertFalse(schema.jsonSchema.jsonString.isEmpty)
        XCTAssertFalse(schema.example.jsonString.isEmpty)
      }
    }
  }

  func testNumbers() throws {
    for json in ["1e999999", "-1e999999", String(repeating: "9", count: 1_000_000), "[1e400]"] {
      Self.assertDecodingFailure(String(json.prefix(10))) { _ = try GeneratedContent(json: json) }
    }
    for json in ["1e-999999", "0." + String(repeating: "3", count: 100_000), "-0", "1E+2"] {
      XCTAssertNoThrow(try GeneratedContent(json: json), String(json.prefix(10)))
    }
  }

  func testDuplicateKeysAndSurrogates() throws {
    Self.assertDecodingFailure("a name twice") {
      _ = try GeneratedContent(json: #"{"a":1,"b":2,"a":3}"#)
    }
    for json in [#""\ud800""#, #""\udc00x""#, #""\ud83d\ud83d""#, #"{"\ud800":1}"#] {
      // Either it is refused, or what stands there is a valid text.
      if let content = try? GeneratedContent(json: json) {
        XCTAssertNoThrow(try GeneratedContent(json: content.jsonString), json)
      }
    }
  }

  /// A text that takes a backtracking reader longer than the universe has been there.
  func testAPatternIsCheckedInBoundedTime() {
    let schema = GenerationSchema.string(pattern: "^(a+)+$")
    let text = String(repeating: "a", count: 5000) + "!"
    Self.assertDecodingFailure("pattern") {
      try SchemaValidator.check(.init(kind: .string(text)), fits: schema)
    }
  }

  /// Alternatives that fail only at the end, inside of each other.
  func testAlternativesAreCheckedInBoundedTime() throws {
    let schema = try GenerationSchema.ambiguousTree(maximums: 1...3, leaf: "boolean")
    var value = GeneratedContent(kind: .integer(1))
    for _ in 0..<60 { value = .init(kind: .array([value])) }
    let deep = value
    try onSmallStack {
      Self.assertDecodingFailure("alternatives") { try SchemaValidator.check(deep, fits: schema) }
    }
  }

  func testPatternsOfASchemaAreBoundedTogether() {
    XCTAssertThrowsError(try GenerationSchema.manyLargePatterns.check()) { error in
      guard case GenerationError.invalidRequest("schema", let reason) = error else {
        return XCTFail("\(error)")
      }
      XCTAssertTrue(reason.contains("too large"), reason)
    }
    let usual = (0..<200).map { ("p\($0)", GenerationSchema.string(pattern: "^[a-z]{1,64}$")) }
    XCTAssertNoThrow(
      try GenerationSchema.object(propertiesByName: Dictionary(uniqueKeysWithValues: usual)).check()
    )
  }

  func testAPatternOfTheCloudOnlyIsChecked() throws {
    let schema = GenerationSchema.string(pattern: "^(?=.*[0-9])(?=.*[a-z]).{4,}$")
    XCTAssertNoThrow(try schema.check())
    XCTAssertNoThrow(try SchemaValidator.check(.init(kind: .string("abc1")), fits: schema))
    Self.assertDecodingFailure("no digit") {
      try SchemaValidator.check(.init(kind: .string("abcd")), fits: schema)
    }
    for pattern in ["(?<=a)b", "(a)\\1", "(", "(((x{9999}){9999}){9999})"] {
      XCTAssertThrowsError(try GenerationSchema.string(pattern: pattern).check()) { error in
        guard case GenerationError.invalidRequest = error else { return XCTFail("\(error)") }
      }
    }
  }
}
