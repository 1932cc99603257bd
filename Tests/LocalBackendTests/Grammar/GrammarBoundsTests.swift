import HybridInference
import XCTest

@testable import LocalBackend

/// Patterns whose sets of characters are large: compiled, or refused, in bounded time and memory.
final class GrammarBoundsTests: XCTestCase {
  /// Every other character of a part of Unicode, so that no two are one range.
  private static func characters(_ count: Int) -> [String] {
    (0..<count).compactMap { Unicode.Scalar(0x3400 + 2 * UInt32($0)) }.map { String($0) }
  }

  private func compile(_ schema: GenerationSchema) -> String? {
    do throws(GrammarError) {
      _ = try Grammar(.value(schema))
      return nil
    } catch {
      return error.reason
    }
  }

  /// Thousands of ways to the same place are one way.
  func testManyAlternativesOfOneCharacter() throws {
    let pattern = "^(" + Self.characters(20_000).joined(separator: "|") + ")$"
    let grammar = try Grammar(.value(.string(pattern: pattern)))
    let constraint = OutputConstraint(grammar)
    XCTAssertTrue(constraint.allows("\"\u{3402}\"".utf8))
    XCTAssertFalse(constraint.allows("\"\u{3403}\"".utf8))
  }

  /// One place from which thousands of places are reached, by large sets each.
  func testLargeClassesThatRepeat() {
    let set = "[" + Self.characters(20_000).joined() + "]"
    for pattern in ["^(\(set)?){1000}$", "^(\(set)|a){2000}$", "\(set){1,4}(\(set)?){300}"] {
      let reason = compile(.string(pattern: pattern))
      XCTAssertTrue(reason?.contains("too large") ?? false, reason ?? "compiled")
    }
    XCTAssertNil(compile(.string(pattern: "^\(set){1,4}$")))
  }

  func testLargeClassesBesideAFormat() {
    let set = "[a-z:/." + Self.characters(20_000).joined() + "]"
    let pattern = "^(\(set)?){200}$"
    XCTAssertNotNil(compile(.string(pattern: pattern, format: "uri")))
    XCTAssertNil(compile(.string(pattern: "^[a-z:/.]{12,40}$", format: "uri")))
  }

  /// Few characters of a pattern that stand for hundreds of ranges each.
  func testManyNamedClasses() {
    for (part, start, end) in [("\\p{L}", "[", "]"), ("\\P{L}", "", "")] {
      let pattern = start + String(repeating: part, count: 150_000) + end
      XCTAssertTrue(compile(.string(pattern: pattern))?.contains("too large") ?? false, part)
      XCTAssertNil(compile(.string(pattern: start + String(repeating: part, count: 20) + end)))
    }
  }
}
