import HybridInference
import XCTest

@testable import LocalBackend

final class PatternTests: XCTestCase {
  /// Texts of up to four characters that patterns tell apart.
  private static let texts: [String] = {
    var all = [""]
    var longest = [""]
    for _ in 0..<4 {
      longest = longest.flatMap { text in ["a", "b", "C", "1", "-"].map { text + $0 } }
      all += longest
    }
    return all
  }()

  private static func automaton(_ pattern: String) throws -> ScalarAutomaton {
    var work = ScalarAutomaton.maximumWork
    return try ScalarAutomaton(matching: pattern, work: &work)
  }

  private func accepts(_ automaton: ScalarAutomaton, _ text: String) -> Bool {
    var places = [0]
    for scalar in text.unicodeScalars {
      places = places.flatMap { place in
        automaton.states[place].edges
          .filter { $0.set.ranges.contains { $0.contains(scalar.value) } }.map(\.target)
      }
    }
    return places.contains { automaton.states[$0].accepts }
  }

  /// The same texts match as by the regular expressions of Swift.
  func testPatternsMeanWhatTheyMeanElsewhere() throws {
    for pattern in [
      "a", "^a", "a$", "^a$", "^$", "", "ab|ba", "^ab|ba$", "(^a|b$)", "^(a|b)*$", "^a+b*$", "a{2}",
      "^a{2,3}$", "^a{2,}$", "^[ab]+$", "^[^ab]+$", "^[a-b1]{3}$", "^\\d+$", "^\\D+$", "^\\w$",
      "^\\W+$",
      "^.{2}$", "^(ab?)+$", "^(a*)*b$", "^((a|b){2})+$", "^a?b?1?-?$", "^[\\d-]+$",
      "^[\\w]{2}[^\\w]$",
      "(?:a|1)b", "a*?b", "^a*$|^b+$", "$^", "a^", "$a", "^^a$$", "^[C-]a$", "a|", "^\\x61\\u0062$",
      "^\\S+$",
    ] {
      let regex = try Regex(pattern).matchingSemantics(.unicodeScalar)
      let expected = Self.texts.filter { $0.firstMatch(of: regex) != nil }
      guard let automaton = try? Self.automaton(pattern) else {
        XCTAssertEqual(expected, [], pattern)
        continue
      }
      let actual = Self.texts.filter { accepts(automaton, $0) }
      XCTAssertEqual(actual, expected, pattern)
    }
  }

  func testClassesAreWhatAllAgreeOn() throws {
    let cases: [(String, yes: [String], no: [String])] = [
      ("^\\d$", ["0", "9"], ["٣"]), ("^\\D$", ["a", "é"], ["٣", "5"]), ("^\\w$", ["_"], ["é"]),
      ("^\\W$", ["-"], ["é", "_"]), ("^\\s$", [" ", "\t"], ["\u{A0}"]),
      ("^\\S$", ["é"], ["\u{A0}"]),
      ("^[^\\s]$", ["x"], ["\u{3000}"]), ("^.$", ["é", "😀"], ["\n", "\u{2028}"]),
      ("^\\p{Lu}$", ["A", "É"], ["a", "1"]), ("^\\P{L}$", ["1"], ["a", "Ж"]),
      ("^[à-ü]$", ["é"], ["a"]),
      ("^\\u{1F600}$", ["😀"], ["😁"]), ("^\\ud83d\\ude00$", ["😀"], []),
      ("^\\cA\\0?$", ["\u{1}"], ["A"]),
    ]
    for (pattern, yes, no) in cases {
      let automaton = try Self.automaton(pattern)
      for text in yes { XCTAssertTrue(accepts(automaton, text), "\(pattern) \(text)") }
      for text in no { XCTAssertFalse(accepts(automaton, text), "\(pattern) \(text)") }
    }
  }

  /// What cannot be followed is refused by name, before anything is generated.
  func testWhatIsNotSupportedIsNamed() {
    let cases = [
      ("^(?=a)b", "lookahead"), ("(?!a)b", "negative lookahead"), ("(?<=a)b", "lookbehind"),
      ("(?<!a)b", "negative lookbehind"), ("(a)\\1", "backreference"),
      ("\\bword\\b", "word boundary"),
      ("(?i)a", "flags"), ("a++", "possessive"), ("\\p{Greek}", "\\p{Greek}"), ("(?>a)", "atomic"),
      ("[a&&b]", "in a class"), ("[[:alpha:]]", "in a class"), ("\\k<a>", "backreference"),
      ("a{20000}", "too often"),
      ("(a", "without an end"), ("[a", "without an end"), ("a)", "too many"), ("*a", "nothing"),
      ("a{3,2}", "out of order"), ("[b-a]", "range"), ("\\q", "\\q"), ("a$b", "matches no text"),
      ("(a{100}){1000}", "too large"), ("^[^\\s\\S]$", "matches no text"), ("\\", "backslash"),
    ]
    for (pattern, word) in cases {
      XCTAssertThrowsError(try Grammar(.value(.string(pattern: pattern))), pattern) { error in
        let reason = (error as? GrammarError)?.reason ?? ""
        XCTAssertTrue(reason.contains(word), "\(pattern): \(reason)")
        XCTAssertTrue(reason.contains("“\(pattern)”"), reason)
      }
    }
  }

  func testSchemasThatNothingFits() throws {
    let endless = GenerationSchema.reference(to: "A")
      .defining(["A": .object(properties: ["a": .reference(to: "A")])])
    XCTAssertThrowsError(try Grammar(.value(endless))) { error in
      XCTAssertTrue("\(error)".contains("ends"), "\(error)")
    }
    let contradiction = GenerationSchema.string(pattern: "^x$", format: "date")
    XCTAssertThrowsError(try Grammar(.value(contradiction)))
    XCTAssertThrowsError(try Grammar(.value(.reference(to: "Nobody"))))
    var deep = GenerationSchema.null()
    for _ in 0..<300 { deep = .array(items: deep, minItems: 1) }
    XCTAssertThrowsError(try Grammar(.value(deep))) { error in
      XCTAssertTrue("\(error)".contains("deeply"), "\(error)")
    }
    // Of alternatives one that cannot be fulfilled is just not taken.
    let grammar = try Grammar(.value(.anyOf([endless, .null()])))
    XCTAssertEqual(OutputConstraint(grammar).forcedBytes, Array("null".utf8))
  }
}
