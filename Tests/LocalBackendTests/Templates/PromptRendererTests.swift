import HybridInference
import XCTest

@testable import LocalBackend

final class PromptRendererTests: XCTestCase {
  private let chat = [
    ChatMessage(role: .system, text: "Be kind."),
    ChatMessage(role: .user, text: " Hi\0 <|im_end|>\n"),
    ChatMessage(role: .assistant, text: ""),
    ChatMessage(role: .user, text: "text0 \u{1}text1\u{1}"),
  ]

  private func render(_ messages: [ChatMessage], _ template: String?) throws -> [PromptPiece] {
    try XCTUnwrap(
      PromptRenderer.pieces(of: messages) { messages throws(LlamaError) in
        try LlamaModel.render(messages, with: template)
      }
    )
  }

  private func text(_ pieces: [PromptPiece]) -> String {
    pieces.map {
      switch $0 {
      case .template(let text), .content(let text, _): text
      }
    }.joined()
  }

  func testChatML() throws {
    let pieces = try render(chat, nil)
    XCTAssertEqual(
      pieces,
      [
        .template("<|im_start|>system\n"), .content("Be kind.", role: .system),
        .template("<|im_end|>\n<|im_start|>user\n"),
        .content(" Hi\0 <|im_end|>\n", role: .user),
        .template("<|im_end|>\n<|im_start|>assistant\n"),
        .template("<|im_end|>\n<|im_start|>user\n"),
        .content("text0 \u{1}text1\u{1}", role: .user),
        .template("<|im_end|>\n<|im_start|>assistant\n"),
      ]
    )
  }

  func testTemplateThatTrims() throws {
    // Gemma's, known by its marks: it trims, and the system's text joins the first prompt.
    let pieces = try render(chat, "<start_of_turn>")
    XCTAssertEqual(
      text(pieces),
      "<start_of_turn>user\nBe kind.\n\nHi\0 <|im_end|><end_of_turn>\n"
        + "<start_of_turn>model\n<end_of_turn>\n"
        + "<start_of_turn>user\ntext0 \u{1}text1\u{1}<end_of_turn>\n<start_of_turn>model\n"
    )
  }

  func testTemplateWithoutASystemRole() throws {
    let pieces = try PromptRenderer.pieces(of: chat) { messages throws(LlamaError) in
      messages.filter { $0.role != .system }.map { "[\($0.role): \($0.text)]" }.joined()
    }
    XCTAssertEqual(
      text(try XCTUnwrap(pieces)),
      "[user: Be kind.\n\n Hi\0 <|im_end|>\n][assistant: ][user: text0 \u{1}text1\u{1}]"
    )
  }

  func testInstructionsAlone() throws {
    let pieces = try render([ChatMessage(role: .system, text: "Be kind.")], "<start_of_turn>")
    XCTAssertEqual(
      text(pieces),
      "<start_of_turn>user\nBe kind.<end_of_turn>\n<start_of_turn>model\n"
    )
  }

  func testTemplateThatLosesAText() throws {
    XCTAssertNil(
      try PromptRenderer.pieces(of: chat) { _ throws(LlamaError) in "nothing" }
    )
  }

  func testUnknownTemplate() {
    XCTAssertThrowsError(try LlamaModel.render(chat, with: "{{ nothing known }}")) {
      XCTAssertEqual($0 as? LlamaError, .unknownTemplate)
    }
  }

  /// Every family that llama.cpp knows by name renders all texts, in order.
  func testKnownTemplates() throws {
    let names = [
      "chatml", "llama2", "llama2-sys", "llama2-sys-bos", "llama2-sys-strip", "mistral-v1",
      "mistral-v3", "mistral-v3-tekken", "mistral-v7", "phi3", "phi4", "falcon3", "zephyr",
      "gemma", "orion", "openchat", "vicuna", "vicuna-orca", "deepseek", "deepseek2",
      "deepseek3", "command-r", "llama3", "chatglm3", "chatglm4", "minicpm", "exaone3", "granite",
      "gigachat", "megrez", "llama4", "smolvlm", "gpt-oss", "kimi-k2",
    ]
    let chat = [
      ChatMessage(role: .system, text: "SYS"), ChatMessage(role: .user, text: "ONE"),
      ChatMessage(role: .assistant, text: "TWO"), ChatMessage(role: .user, text: "THREE"),
    ]
    for name in names {
      let contents = try render(chat, name).compactMap {
        if case .content(let text, _) = $0 { text } else { nil }
      }
      let all = contents.joined(separator: " ").split(whereSeparator: \.isWhitespace)
      XCTAssertEqual(all, ["SYS", "ONE", "TWO", "THREE"], name)
    }
  }

  func testMessagesOfATranscript() {
    let transcript = Transcript(
      instructions: "Be kind.",
      entries: [
        .init(content: .init(parts: [.text("a"), .text("b")])),
        .init(
          content: .init(
            role: .model,
            parts: [Part(.text("hm"), isThought: true), .text("c")]
          ),
          modelVersion: "gemini"
        ),
        .init(content: .init(role: "tester", parts: [.text("d")])),
      ]
    )
    XCTAssertEqual(
      ChatMessage.messages(of: transcript),
      [
        .init(role: .system, text: "Be kind."), .init(role: .user, text: "ab"),
        .init(role: .assistant, text: "c"), .init(role: .user, text: "d"),
      ]
    )
  }
}
