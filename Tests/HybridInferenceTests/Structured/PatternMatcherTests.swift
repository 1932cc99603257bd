import Foundation
import XCTest

@testable import HybridInference

final class PatternMatcherTests: XCTestCase {
  private func matches(_ pattern: String, _ text: String) throws -> Bool {
    var budget = 1_000_000
    return try XCTUnwrap(PatternMatcher(pattern).matches(text, budget: &budget))
  }

  /// The same as by the regular expressions of ICU, for all short texts.
  func testPatternsMeanWhatTheyMeanElsewhere() throws {
    var texts = [""]
    var longest = [""]
    for _ in 0..<4 {
      longest = longest.flatMap { text in ["a", "b", "1", "-"].map { text + $0 } }
      texts += longest
    }
    for pattern in [
      "a", "^a", "a$", "^a$", "^$", "", "ab|ba", "^ab|ba$", "(^a|b$)", "^(a|b)*$", "a{2}",
      "^a{2,3}$",
      "^[^ab]+$", "^\\d+$", "^\\W+$", "^.{2}$", "^(a*)*b$", "^((a|b){2})+$", "a*?b", "$^", "a^",
      "$a",
      "^(?=.*a)(?=.*1).+$", "^(?!a).*b", "a(?=b)", "a(?!b)", "(?=a|b)[ab]1", "^(?!.*--)", "\\ba",
      "a\\b",
      "\\Ba", "^(a|b)\\b-", "(?=(?!a)b)", "^(?=a$)", "(a(?=b))+b", "(?:)", "()*a", "(a?)*$",
    ] {
      let expression = try NSRegularExpression(pattern: pattern.isEmpty ? "(?:)" : pattern)
      for text in texts {
        XCTAssertEqual(
          try matches(pattern, text),
          expression.firstMatch(in: text, range: NSRange(location: 0, length: text.count)) != nil,
          "\(pattern) in \(text)"
        )
      }
    }
  }

  /// Classes are those of ECMA 262.
  func testClasses() throws {
    let rows: [(String, yes: [String], no: [String])] = [
      ("^\\d$", ["0"], ["٣", "a"]), ("^\\D$", ["٣", "a"], ["5"]), ("^\\w$", ["_", "Z"], ["é"]),
      ("^\\W$", ["é", "-"], ["_"]), ("^\\s$", [" ", "\u{A0}", "\u{FEFF}"], ["\u{85}", "x"]),
      ("^.$", ["é", "😀", "\u{85}", "\u{B}"], ["\n", "\r", "\u{2028}"]),
      ("^\\p{Lu}$", ["A", "Ж"], ["a", "1"]), ("^\\p{L}+$", ["aЖ漢"], ["1"]),
      ("^\\P{L}$", ["1"], ["Ж"]),
      ("^\\p{N}$", ["٣", "½"], ["a"]), ("^\\p{Nd}$", ["٣"], ["½"]),
      ("^[\\s\\d]$", ["1", " "], ["a"]),
    ]
    for (pattern, yes, no) in rows {
      for text in yes { XCTAssertTrue(try matches(pattern, text), "\(pattern) \(text)") }
      for text in no { XCTAssertFalse(try matches(pattern, text), "\(pattern) \(text)") }
    }
  }

  func testWhatIsNotSupportedIsNamed() {
    for (pattern, name) in [
      ("(?<=a)b", "lookbehind"), ("(?<!a)b", "lookbehind"), ("(a)\\1", "backreference"),
      ("(?>a)", "atomic"), ("(?i)a", "flags"), ("a++", "possessive"), ("(a", "without an end"),
      ("((((a{9999}){9999}){9999}){9999})", "too large"),
      (String(repeating: "(", count: 9999), "deeply"),
    ] {
      XCTAssertThrowsError(try PatternMatcher(pattern)) { error in
        let text = "\(error)"
        XCTAssertTrue(text.contains(name), text)
        XCTAssertLessThan(text.count, 200)
      }
    }
  }

  /// What takes other readers for ever.
  func testNoPatternTakesForEver() throws {
    let text = String(repeating: "a", count: 10_000) + "!"
    for pattern in ["^(a+)+$", "^(a|a)*$", "^(a|aa)+$", "(.*)*(.*)*x$", "^([a-z]+)*[0-9]$"] {
      XCTAssertFalse(try matches(pattern, text), pattern)
    }
    var budget = 100_000
    XCTAssertNil(try PatternMatcher("(?=(.*x))(?=.*y)z").matches(text, budget: &budget))
    XCTAssertLessThanOrEqual(budget, 0)
  }
}
