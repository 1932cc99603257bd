import HybridInference
import XCTest

@testable import LocalBackend

final class OutputConstraintTests: XCTestCase {
  private func constraint(
    _ schema: GenerationSchema,
    _ limits: GrammarLimits = .init()
  ) throws -> OutputConstraint {
    OutputConstraint(try Grammar(.value(schema), limits: limits))
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  func testWhatIsForcedIsKnownBeforehand() throws {
    var constraint = try constraint(
      .object(properties: [
        "name": .string(), "kind": .enumeration(["alpha", "alphabet", "beta"]),
        "year": .integer(minimum: 1990, maximum: 1999),
      ])
    )
    XCTAssertEqual(text(constraint.forcedBytes), #"{"name":""#)
    XCTAssertTrue(constraint.accept(#"{"name":"Bo"#.utf8))
    XCTAssertEqual(constraint.forcedBytes, [])
    XCTAssertTrue(constraint.accept(#"""#.utf8))
    XCTAssertEqual(text(constraint.forcedBytes), #","kind":""#)
    XCTAssertTrue(constraint.accept(#","kind":"a"#.utf8))
    XCTAssertEqual(text(constraint.forcedBytes), "lpha")
    XCTAssertTrue(constraint.accept(#"lphab"#.utf8))
    XCTAssertEqual(text(constraint.forcedBytes), #"et","year":199"#)
    XCTAssertTrue(constraint.accept(#"et","year":199"#.utf8))
    XCTAssertFalse(constraint.isComplete)
    XCTAssertTrue(constraint.accept("5".utf8))
    XCTAssertEqual(text(constraint.forcedBytes), "}")
    XCTAssertFalse(constraint.canEnd)
    XCTAssertTrue(constraint.accept("}".utf8))
    XCTAssertTrue(constraint.isComplete)
    XCTAssertEqual(constraint.forcedBytes, [])
    XCTAssertFalse(constraint.allows(" ".utf8))
  }

  func testRefusedBytesChangeNothing() throws {
    var constraint = try constraint(.boolean())
    XCTAssertFalse(constraint.accept("trap".utf8))
    let copy = constraint
    XCTAssertTrue(constraint.accept("tru".utf8))
    XCTAssertTrue(copy.allows("false".utf8))
    XCTAssertTrue(constraint.accept("e".utf8))
    XCTAssertTrue(constraint.isComplete)
    XCTAssertFalse(copy.canEnd)
  }

  func testOnlyWholeCharactersInTexts() throws {
    let constraint = try constraint(.string())
    let smile = Array("😀".utf8)
    for count in 1...4 { XCTAssertTrue(constraint.allows([0x22] + smile.prefix(count))) }
    XCTAssertTrue(constraint.allows([0x22] + smile + [0x22]))
    for bytes: [UInt8] in [
      [0x80], [0xC0, 0x80], [0xC1], [0xE0, 0x80], [0xED, 0xA0], [0xF0, 0x80], [0xF4, 0x90], [0xF5],
      [0xFF], [0xE2, 0x22], [0x0A], [0x1F], Array(#"\x"#.utf8), Array(#"\ud800"#.utf8),
      Array(#"\u0020"#.utf8),
    ] { XCTAssertFalse(constraint.allows([0x22] + bytes), "\(bytes)") }
  }

  func testTextsEnd() throws {
    let limits = GrammarLimits(textBytes: 10, elements: 3, depth: 4)
    var plain = try constraint(.array(items: .string()), limits)
    XCTAssertTrue(plain.accept(#"["aaaa aaaaé"#.utf8))
    XCTAssertEqual(text(plain.forcedBytes), #"""#)
    XCTAssertFalse(plain.allows("a".utf8))
    XCTAssertTrue(plain.accept(#"","b"#.utf8), "the next text begins anew")
    XCTAssertTrue(plain.accept("b".utf8))
    // Half of a character is finished first.
    var half = try constraint(.string(), limits)
    XCTAssertTrue(half.accept(Array(#""aaaaaaaaaa"#.utf8.dropLast()) + [0xF0]))
    XCTAssertFalse(half.allows([0x22]))
    XCTAssertTrue(half.allows([0x9F, 0x98, 0x80, 0x22]))
    // A pattern is followed on its shortest way.
    var pattern = try constraint(.string(pattern: "^(ab)*c(x|yyy)$"), limits)
    XCTAssertTrue(pattern.accept(#""ababababab"#.utf8))
    XCTAssertEqual(text(pattern.forcedBytes), #"cx""#)
  }

  func testArraysAndNestingEnd() throws {
    let limits = GrammarLimits(textBytes: 10, elements: 3, depth: 4)
    XCTAssertFalse(try constraint(.array(items: .null()), limits).allows("[null,null,null,".utf8))
    XCTAssertTrue(
      try constraint(.array(items: .null(), minItems: 5), limits)
        .allows("[null,null,null,null,null]".utf8)
    )
    let deep = try constraint(.any(), limits)
    var open = deep
    var depth = 0
    while open.accept("[".utf8) { depth += 1 }
    XCTAssertGreaterThan(depth, 1)
    XCTAssertLessThan(depth, 6)
    XCTAssertTrue(open.accept(String(repeating: "]", count: depth).utf8))
    XCTAssertTrue(open.isComplete)
  }

  func testAnyAlternativeIsOpen() throws {
    let schema = GenerationSchema.anyOf([
      .object(properties: ["kind": .enumeration(["a"]), "n": .integer()]),
      .object(properties: ["kind": .enumeration(["ab"]), "t": .string()]),
    ])
    let constraint = try constraint(schema)
    XCTAssertEqual(text(constraint.forcedBytes), #"{"kind":"a"#)
    XCTAssertTrue(constraint.allows(#"{"kind":"a","n":"#.utf8))
    XCTAssertTrue(constraint.allows(#"{"kind":"ab","t":""#.utf8))
    XCTAssertFalse(constraint.allows(#"{"kind":"a","t":"#.utf8))
  }

  func testNumbersMayEndWhereTheyStand() throws {
    var constraint = try constraint(.integer(minimum: 0, maximum: 150))
    XCTAssertTrue(constraint.accept("15".utf8))
    XCTAssertTrue(constraint.canEnd)
    XCTAssertFalse(constraint.isComplete)
    XCTAssertEqual(constraint.forcedBytes, [], "the end is a choice too")
    XCTAssertTrue(constraint.accept("0".utf8))
    XCTAssertTrue(constraint.isComplete)
  }

  func testFreeTextUntilAMarker() throws {
    let call = GrammarForm.sequence([
      .literal("\n"), .value(.object(properties: ["x": .boolean()])), .literal("</call>"),
    ])
    let grammar = try Grammar(.freeText(until: "<call>", then: call))
    XCTAssertFalse(grammar.startsAtOnce)
    var constraint = OutputConstraint(grammar)
    XCTAssertTrue(constraint.canEnd)
    XCTAssertTrue(constraint.accept("No <cal <<call".utf8))
    XCTAssertTrue(constraint.canEnd)
    XCTAssertTrue(constraint.allows([0xFF, 0x00]), "any bytes")
    XCTAssertFalse(constraint.allows("> and more".utf8))
    XCTAssertTrue(constraint.accept(">".utf8))
    XCTAssertFalse(constraint.canEnd)
    XCTAssertEqual(text(constraint.forcedBytes), "\n{\"x\":")
    XCTAssertTrue(constraint.accept("\n{\"x\":true}</call>".utf8))
    XCTAssertTrue(constraint.canEnd)
    XCTAssertFalse(constraint.isComplete)
    XCTAssertTrue(constraint.accept("and <call>\n{\"x\":".utf8))
    let both = try Grammar(.anyOf([.literal("none"), .value(.boolean())]))
    XCTAssertTrue(OutputConstraint(both).allows("none".utf8))
    XCTAssertTrue(both.startsAtOnce)
  }

  /// A pattern can have very many states; they are not kept for ever.
  func testManyStates() throws {
    var constraint = try constraint(
      .array(items: .string(pattern: "^(a|b)*a(a|b){14}$"), maxItems: 2)
    )
    XCTAssertTrue(constraint.accept(#"[""#.utf8))
    var number: UInt32 = 1
    for _ in 0..<3000 {
      number = number &* 1_664_525 &+ 1_013_904_223
      XCTAssertTrue(constraint.accept(number & 0x10000 == 0 ? [0x61] : [0x62]))
    }
    XCTAssertTrue(constraint.accept(#"abbbbbbbbbbbbbb"]"#.utf8))
    XCTAssertTrue(constraint.isComplete)
  }
}
