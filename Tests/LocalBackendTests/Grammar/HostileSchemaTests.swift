import HybridInference
import TestSupport
import XCTest

@testable import LocalBackend

/// Schemas that ask for work without end: each gets an error, or an automaton, in bounded time.
final class HostileSchemaTests: XCTestCase {
  /// Runs on a thread with as small a stack as a task's.
  private func onSmallStack(_ body: @escaping @Sendable () throws -> Void) throws {
    let result = SmallStack.run { Result { try body() } }
    try result.get()
  }

  func testPatternsThatExplode() throws {
    let patterns = [
      "(((){10000}){10000}){10000}", "((((x{0}){10000}){10000}){10000})", "^(a?){10000}$",
      "^((a?){100}){100}$", "^(a|b?){9999}(c?){9999}$", "((a{0,100}){0,100}){0,100}",
      "^(.?){5000}é(.?){5000}$",
      String(repeating: "(", count: 63) + "a?"
        + String(repeating: "){0,9}", count: 63),
      "[" + String(repeating: "aé", count: 50_000) + "]{10000}",
      String(repeating: "(a|", count: 40) + String(repeating: ")*", count: 40),
    ]
    for pattern in patterns {
      for schema: GenerationSchema in [
        .string(pattern: pattern), .string(pattern: pattern, format: "date-time"),
      ] {
        try onSmallStack {
          guard let grammar = try? Grammar(.value(schema)) else { return }
          // What compiles can be begun.
          XCTAssertTrue(OutputConstraint(grammar).allows("\"".utf8), String(pattern.prefix(40)))
        }
      }
    }
  }

  /// Patterns that are each just small enough, and a great many of them.
  func testManyPatterns() {
    XCTAssertThrowsError(try Grammar(.value(.manyLargePatterns))) { error in
      XCTAssertTrue("\(error)".contains("too large"), "\(error)")
    }
  }

  /// Quantifiers in quantifiers do not double what they hold.
  func testNestedQuantifiersCompile() {
    let pattern = String(repeating: "(", count: 40) + "a" + String(repeating: ")+", count: 40)
    XCTAssertNoThrow(try Grammar(.value(.string(pattern: pattern))))
  }

  /// A pattern of usual size is not refused for that.
  func testUsualPatternsCompile() throws {
    for pattern in [
      "^[A-Z]{2}\\d{2}[A-Z0-9]{1,30}$", "^.{0,1000}$", "^(a?){100}$", "^([a-z]+-){1,50}[a-z]+$",
      "^(" + (0..<1000).map { "word\($0)" }.joined(separator: "|") + ")$",
    ] {
      XCTAssertNoThrow(try Grammar(.value(.string(pattern: pattern))), pattern)
    }
  }

  /// Values that begin alike for long, and values that are beginnings of each other.
  func testLongCommonBeginnings() throws {
    let long = String(repeating: "a", count: 200_000)
    let steps = (1...1500).map { String(long.prefix($0)) }
    try onSmallStack {
      for values in [[long + "x", long + "y", long], steps] {
        var constraint = OutputConstraint(try Grammar(.value(.enumeration(values))))
        let value = values[values.count / 2]
        XCTAssertTrue(constraint.accept("\"\(value)\"".utf8))
        XCTAssertTrue(constraint.isComplete)
      }
    }
  }

  /// Alternatives that all begin alike, at each level: the ways of reading double with each byte.
  func testAmbiguousRecursion() throws {
    let schema = try GenerationSchema.ambiguousTree(maximums: 8...11, leaf: "integer")
    let grammar = try Grammar(.value(schema))
    var constraint = OutputConstraint(grammar)
    for byte in String(repeating: "[", count: 40).utf8 where constraint.allows([byte]) {
      XCTAssertTrue(constraint.accept([byte]))
    }
    // It still comes to an end.
    var count = 0
    while !constraint.isComplete, count < 1000 {
      guard let byte = "]1,0[".utf8.first(where: { constraint.allows([$0]) }) else { break }
      XCTAssertTrue(constraint.accept([byte]))
      count += 1
    }
    XCTAssertTrue(constraint.isComplete)
  }

  /// Alternatives within alternatives, so many that a way to the first byte takes too long to find.
  func testAlternativesWithoutEnd() throws {
    let count = 60_000
    let ways = (0..<count).map { GenerationSchema.array(items: .integer(minimum: $0, maximum: $0)) }
    let grammar = try Grammar(.value(.anyOf(ways)))
    var constraint = OutputConstraint(grammar)
    XCTAssertFalse(constraint.canEnd)
    // Followed to its end, or refused: then it has not changed.
    let isFollowed = constraint.accept("[1]".utf8)
    XCTAssertEqual(constraint.isComplete, isFollowed)
    XCTAssertEqual(constraint.canEnd, isFollowed)
  }

  /// Quotes and braces in what is said before a call are no JSON.
  func testFreeTextBeforeACallIsNotRead() throws {
    let call = GrammarForm.sequence([
      .literal("\n"), .value(.dictionary(values: .integer())), .literal("\n</c>"),
    ])
    let grammar = try Grammar(.freeText(until: "<c>", then: call))
    for text in ["say \"", "{\"a\": ", "[[{\"", "}}]]", "a\\\"", "{\"a\",\"a\"", "it’s 5\" long, "]
    {
      var constraint = OutputConstraint(grammar)
      XCTAssertTrue(constraint.accept((text + "<c>\n").utf8), text)
      XCTAssertTrue(constraint.accept(#"{"a":1,"b":2"#.utf8), text)
      XCTAssertFalse(constraint.allows(#","a":"#.utf8), text)
      XCTAssertTrue(constraint.accept("}\n</c>".utf8), text)
      XCTAssertTrue(constraint.accept((text + "<c>\n{\"a\":1}\n</c>").utf8), text)
      XCTAssertTrue(constraint.canEnd, text)
    }
  }
}
