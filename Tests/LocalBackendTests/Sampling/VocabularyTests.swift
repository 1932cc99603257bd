import HybridInference
import TestSupport
import XCTest

@testable import LocalBackend

final class VocabularyTests: XCTestCase {
  /// All bytes, texts as they come in JSON, halves of characters, and tokens that stand for nothing.
  static let tokens: [[UInt8]] =
    (0...255).map { [UInt8($0)] }
    + [
      "{\"", "\":", "\":\"", "\",\"", "\"}", "}]", "null", "nul", "true", "tr", "false", "12",
      "123", "-1",
      ".5", "e1", "ab", "abc", "abcd", "abx", " the", "\\n", "\\u00", "\\\"", "😀", "é", "\",",
      "\n\n", "",
    ].map { Array($0.utf8) } + [[0xF0, 0x9F], [0x98, 0x80], [0x80, 0x22], [], []]
  static let endTokens: [TokenID] = [TokenID(tokens.count - 1)]

  private let vocabulary = Vocabulary(VocabularyTests.tokens, endTokens: VocabularyTests.endTokens)

  func testAllowedTokensAreThoseWhoseBytesAreAllowed() throws {
    var generator = SeededGenerator(seed: 7)
    for (text, schema) in try ProofSchemas.all() {
      let grammar = try Grammar(
        .value(schema),
        limits: .init(textBytes: 12, elements: 3, depth: 6)
      )
      var constraint = OutputConstraint(grammar)
      for _ in 0..<12 where !constraint.isComplete {
        let mask = constraint.allowedTokens(of: vocabulary)
        let expected = (0..<TokenID(vocabulary.count)).filter { token in
          let bytes = Self.tokens[Int(token)]
          return !bytes.isEmpty && constraint.allows(bytes)
        }
        XCTAssertEqual(Array(mask), expected, text)
        XCTAssertEqual(mask.count, expected.count)
        guard let last = expected.last else { break }
        let choice = expected[Int(generator.next() % UInt64(expected.count))]
        XCTAssertTrue(mask.contains(last))
        XCTAssertTrue(constraint.accept(Self.tokens[Int(choice)]))
      }
    }
  }

  func testChoosing() throws {
    let grammar = try Grammar(.value(.integer(minimum: 1, maximum: 12)))
    var constraint = OutputConstraint(grammar)
    let end = Self.endTokens[0]
    var asked: [Int?] = []
    func choose(_ first: TokenID) -> TokenID? {
      asked = []
      return TokenFilter(constraint: constraint, vocabulary: vocabulary).choose { mask in
        asked.append(mask?.count)
        guard let mask else { return first }
        return mask.first { _ in true }
      }
    }
    XCTAssertEqual(choose(0x31), 0x31)
    XCTAssertEqual(asked, [nil], "a token that may come is not asked for twice")
    XCTAssertEqual(choose(end), 0x31, "an answer may not end before it is one")
    XCTAssertEqual(asked, [nil, 10], "nine digits and “12”")
    XCTAssertTrue(constraint.accept("1".utf8))
    XCTAssertEqual(choose(end), end)
    XCTAssertEqual(choose(0x41), 0x30)
    XCTAssertEqual(asked, [nil, 4], "three digits and the end")
    XCTAssertNil(
      TokenFilter(constraint: constraint, vocabulary: Vocabulary([], endTokens: []))
        .choose { $0 == nil ? 1 : nil }
    )
  }

  func testSpelling() {
    let text = Array(#"{"abcd":"é😀"}"#.utf8)
    let tokens = vocabulary.tokens(spelling: text) ?? []
    XCTAssertTrue(vocabulary.isSpelling(tokens, of: text))
    XCTAssertEqual(
      tokens.map { String(decoding: vocabulary.bytes(of: $0), as: UTF8.self) },
      [#"{""#, "abcd", #"":""#, "é", "😀", #""}"#]
    )
    XCTAssertFalse(vocabulary.isSpelling(tokens, of: text + [0x20]))
    XCTAssertFalse(vocabulary.isSpelling(tokens, of: Array(text.dropLast())))
    XCTAssertNil(Vocabulary([[0x61]], endTokens: []).tokens(spelling: [0x61, 0x62]))
    XCTAssertEqual(vocabulary.bytes(of: -1), [])
    XCTAssertEqual(vocabulary.bytes(of: 1_000_000), [])
  }
}
