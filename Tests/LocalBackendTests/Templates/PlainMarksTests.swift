import XCTest

@testable import HybridInference
@testable import LocalBackend

final class PlainMarksTests: XCTestCase {
  /// What changes where characters begin and end, beside a mark: what joins the character before it,
  /// what joins the one after it, and what ends texts in C.
  private static let neighbours = [
    "", "\u{301}", "\u{600}", "\u{110BD}", "\u{200D}", "\u{FE0F}", "\u{20E3}", "\u{1F3FB}",
    "\u{E0101}", "\r", "\0", "<", "[", ":", "é",
  ]

  /// The families of chat templates that llama.cpp knows by name.
  private static let families = [
    "chatml", "llama2", "llama2-sys", "llama2-sys-bos", "llama2-sys-strip", "mistral-v1",
    "mistral-v3", "mistral-v3-tekken", "mistral-v7", "phi3", "phi4", "falcon3", "zephyr",
    "gemma", "orion", "openchat", "vicuna", "vicuna-orca", "deepseek", "deepseek2",
    "deepseek3", "command-r", "llama3", "chatglm3", "chatglm4", "minicpm", "exaone3", "granite",
    "gigachat", "megrez", "llama4", "smolvlm", "gpt-oss", "kimi-k2", "monarch", "rwkv-world",
    "bailing", "bailing-think", "bailing2", "hunyuan-moe", "hunyuan-dense", "yandex",
    "seed_oss", "grok-2", "pangu-embedded", "solar-open", "exaone4", "exaone-moe", "glmedge",
    "granite-4.0", "mistral-v7-tekken",
  ]

  private func render(_ family: String, user: String = "x") throws -> [PromptPiece] {
    let messages = [
      ChatMessage(role: .system, text: "x"), ChatMessage(role: .user, text: user),
      ChatMessage(role: .assistant, text: "x"), ChatMessage(role: .user, text: user),
    ]
    return try XCTUnwrap(
      PromptRenderer.pieces(of: messages) { messages throws(LlamaError) in
        try LlamaModel.render(messages, with: family)
      }
    )
  }

  private func holds(_ text: String, _ mark: String) -> Bool {
    Array(text.utf8).firstRange(of: Array(mark.utf8)) != nil
  }

  /// The marks of a family, for a model whose vocabulary has none of them.
  private func marks(of family: String) throws -> PlainMarks {
    PlainMarks(writtenIn: try render(family), tokens: SpecialTokenTable([]))
  }

  func testMarksOfFamilies() throws {
    for (family, expected) in [
      "chatml": ["<|im_start|>", "<|im_end|>"],
      "zephyr": ["<|system|>", "<|user|>", "<|assistant|>"],
      "llama2-sys": ["[INST]", "<<SYS>>", "<</SYS>>", "[/INST]"],
      "vicuna": ["USER:", "ASSISTANT:"], "gemma": ["<start_of_turn>", "<end_of_turn>"],
      "mistral-v7": ["[SYSTEM_PROMPT]", "[/SYSTEM_PROMPT]", "[INST]", "[/INST]"],
      "deepseek3": ["<｜User｜>", "<｜Assistant｜>"],
    ] {
      let marks = try marks(of: family).marks
      for mark in expected { XCTAssertTrue(marks.contains(mark), "\(family): \(marks)") }
    }
  }

  func testMarksThatAreTokensAreNone() throws {
    let tokens = SpecialTokenTable([
      SpecialToken(id: 1, text: Array("[INST]".utf8), isControl: true, endsGeneration: false),
      SpecialToken(id: 2, text: Array("<<SYS>>".utf8), isControl: false, endsGeneration: false),
    ])
    let marks = PlainMarks(writtenIn: try render("llama2-sys"), tokens: tokens).marks
    XCTAssertFalse(marks.contains("[INST]") || marks.contains("<<SYS>>"), "\(marks)")
    XCTAssertTrue(marks.contains("[/INST]") && marks.contains("<</SYS>>"), "\(marks)")
  }

  /// Whatever stands beside a mark, no message holds one; and nothing but spaces was added.
  func testNoMessageHoldsAMark() throws {
    for family in Self.families {
      let marks = try marks(of: family)
      XCTAssertFalse(marks.marks.isEmpty, family)
      for mark in marks.marks {
        for before in Self.neighbours {
          for after in Self.neighbours {
            let text = "a\(before)\(mark)\(after)\(mark)\(mark.dropLast())\(before)"
            try check(try render(family, user: text), marks, text: text)
          }
        }
      }
    }
  }

  private func check(_ pieces: [PromptPiece], _ marks: PlainMarks, text: String) throws {
    var count = 0
    for case .content(let shown, .user) in marks.breakingUp(pieces) {
      count += 1
      for mark in marks.marks { XCTAssertFalse(holds(shown, mark), "\(text.debugDescription)") }
      let bytes = { (text: String) in text.utf8.filter { $0 > 0x20 || $0 == 0 } }
      // Where the instructions join the first prompt, it begins with them.
      XCTAssertTrue(
        String(decoding: bytes(shown), as: UTF8.self).utf8.elementsEqual(bytes(text))
          || bytes(shown).elementsEqual(bytes("x" + text))
      )
    }
    XCTAssertGreaterThan(count, 0)
  }

  /// Of what a template writes between messages, nothing comes through in a message.
  func testNoMessageHoldsWhatTheTemplateWrites() throws {
    for family in Self.families {
      let marks = try marks(of: family)
      for case .template(let text) in try render(family)
      where text.contains(where: { !$0.isWhitespace }) {
        // Monarch's first turn begins with its role alone, which ends no turn and begins no other.
        if family == "monarch", text == "system\n" { continue }
        XCTAssertFalse(holds(marks.breakingUp("x\(text)x"), text), "\(family): \(text)")
      }
    }
  }

  func testOrdinaryTextStaysAsItIs() throws {
    let text = "if a < b && b > [c] { \"é\u{301}\u{600}\" } # User : <b>x</b> <|im_ end|>"
    for family in Self.families {
      XCTAssertEqual(Array(try marks(of: family).breakingUp(text).utf8), Array(text.utf8), family)
    }
  }
}
