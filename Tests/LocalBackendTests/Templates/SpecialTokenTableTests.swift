import XCTest

@testable import LocalBackend

final class SpecialTokenTableTests: XCTestCase {
  private let table = SpecialTokenTable([
    token(1, "<|start|>"), token(2, "<|end|>"), token(3, "<|end|>x"),
    token(4, "<turn>", isControl: false), token(5, "\n\n", isControl: false),
    token(6, "<right>", stripsRight: true), token(7, "<left>", stripsLeft: true),
    token(8, "<eos>", isControl: false, endsGeneration: true),
  ])

  private static func token(
    _ id: Int32,
    _ text: String,
    isControl: Bool = true,
    endsGeneration: Bool = false,
    stripsLeft: Bool = false,
    stripsRight: Bool = false
  ) -> SpecialToken {
    SpecialToken(
      id: id,
      text: Array(text.utf8),
      isControl: isControl,
      endsGeneration: endsGeneration,
      stripsLeft: stripsLeft,
      stripsRight: stripsRight
    )
  }

  private func fragments(_ pieces: PromptPiece...) -> [String] {
    table.fragments(of: pieces).map {
      switch $0 {
      case .token(let id): "#\(id)"
      case .text(let text): String(decoding: text, as: UTF8.self)
      }
    }
  }

  func testTemplateTokensAreRecognisedAndTheLongestWins() {
    XCTAssertEqual(fragments(.template("<|start|>a<|end|>x<|end|>")), ["#1", "a", "#3", "#2"])
  }

  func testContentTokensAreText() {
    XCTAssertEqual(
      fragments(
        .template("<|start|>user "),
        .content("x<|end|><|start|>", role: .user),
        .template("!<|end|>")
      ),
      ["#1", "user x<|end|><|start|>!", "#2"]
    )
  }

  func testTokensThatAnyTextWouldBecomeAreCut() {
    // The template writes <turn>, so content must not; a blank line is harmless.
    XCTAssertEqual(
      fragments(.template("<turn>"), .content("a<turn>b\n\n<turn>", role: .user)),
      ["<turn>a<", "turn>b\n\n<", "turn>"]
    )
    XCTAssertEqual(fragments(.content("<turn>", role: .user)), ["<turn>"])
    XCTAssertEqual(fragments(.content("a<eos>", role: .user)), ["a<", "eos>"])
  }

  func testRememberedAnswerGoesBackAsItsTokens() {
    let pieces: [PromptPiece] = [
      .template("<|start|>"), .content("Hi", role: .user), .template("<|end|><|start|>"),
      .content("Hi", role: .assistant), .template("<|end|>"),
    ]
    XCTAssertEqual(
      table.fragments(of: pieces, answers: ["Hi": [70, 71]]),
      [
        .token(1), .text(Array("Hi".utf8)), .token(2), .token(1), .token(70), .token(71),
        .token(2),
      ]
    )
  }

  func testWhiteSpaceAroundTokens() {
    XCTAssertEqual(
      fragments(.template("a <right>"), .content(" \n", role: .user), .template(" b<left> c")),
      ["a ", "#6", "b", "#7", " c"]
    )
    XCTAssertEqual(fragments(.template("a \n<left>")), ["a", "#7"])
  }

  /// The longest text wins, whatever other texts begin or end alike; and of equal ones, the first.
  func testTextsThatBeginAlike() {
    let texts = ["<", "<a", "<a>", "<ab", "<abc>", "<b>", "a", "<a>", "é", "<é>"]
    let tokens = texts.enumerated().map { Self.token(Int32($0.offset), $0.element) }
    let table = SpecialTokenTable(tokens)
    var generator = SplitMix64(state: 11)
    for _ in 0..<2000 {
      let text = (0..<8).map { _ in "<ab>cé".randomElement(using: &generator).map(String.init) ?? ""
      }
      .joined()
      var expected: [SpecialTokenTable.Fragment] = []
      var plain: [UInt8] = []
      var rest = Array(text.utf8)[...]
      while let first = rest.first {
        let found = tokens.filter { rest.starts(with: $0.text) }
        let longest = found.map(\.text.count).max()
        guard let token = found.first(where: { $0.text.count == longest }) else {
          plain.append(first)
          rest.removeFirst()
          continue
        }
        if !plain.isEmpty { expected.append(.text(plain)) }
        plain = []
        expected.append(.token(token.id))
        rest.removeFirst(token.text.count)
      }
      if !plain.isEmpty { expected.append(.text(plain)) }
      XCTAssertEqual(table.fragments(of: [.template(text)]), expected, text)
    }
    for text in texts { XCTAssertTrue(table.contains(text)) }
    for text in ["", "<abc", "<a>>", ">"] { XCTAssertFalse(table.contains(text), text) }
  }
}
