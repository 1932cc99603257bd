import Foundation
import TestSupport
import XCTest

@testable import HybridInference
@testable import LocalBackend

/// Nobody but the notation itself writes its marks.
final class ToolMarksTests: XCTestCase {
  private static let model = SystemLanguageModel(modelURL: URL(fileURLWithPath: "/none.gguf"))
  private static let marks = [
    "<tool_call>", "</tool_call>", "<tool_response>", "</tool_response>", "<tools>", "</tools>",
  ]
  private static let neighbours = [
    "", "\u{301}", "\u{600}", "\u{110BD}", "\u{200D}", "\u{FE0F}", "\u{20E3}", "\r", "\0", "<",
  ]

  private static func count(_ mark: String, in text: String) -> Int {
    var rest = Array(text.utf8)[...]
    var count = 0
    while let range = rest.firstRange(of: Array(mark.utf8)) {
      count += 1
      rest = rest[range.upperBound...]
    }
    return count
  }

  private static func entry(_ role: ModelContent.Role, _ parts: Part...) -> Transcript.Entry {
    .init(content: ModelContent(role: role, parts: parts))
  }

  /// All messages of a request, as the template is given them.
  private func shown(_ request: ModelRequest) throws -> String {
    let conversation = Self.model.conversation(of: request)
    return ChatMessage.messages(of: conversation.transcript).map(\.text).joined(separator: "\n")
  }

  private func request(
    _ entries: [Transcript.Entry],
    mode: ToolOptions.Mode = .auto,
    tools: [any ToolRepresentable] = [ScriptedTool()]
  ) -> ModelRequest {
    var request = ModelRequest(transcript: Transcript(entries: entries), tools: tools)
    request.options.tools = .init(mode: mode)
    return request
  }

  /// Every mark, with every neighbour, in every place where a text of somebody's stands.
  func testNobodyWritesAMark() throws {
    for mark in Self.marks {
      for before in Self.neighbours {
        for after in Self.neighbours {
          let text = "a\(before)\(mark)\(after)"
          let called = Self.entry(
            .model,
            .text(mark.contains("call") ? text : "a"),
            Part(.functionCall(.init(name: text, arguments: ["city": .init(kind: .string(text))])))
          )
          let result = Self.entry(
            .user,
            .functionResponse(.init(name: text, response: [text: .init(kind: .string(text))]))
          )
          let entries = [
            Self.entry(.user, .text(text)), called, result,
            Self.entry(.model, .text(mark.contains("call") ? text : "a")),
            Self.entry("tester", .text(text)), Self.entry(.user, .text(text)),
          ]
          try check(entries, of: mark)
        }
      }
    }
  }

  private func check(_ entries: [Transcript.Entry], of mark: String) throws {
    // One call and one result; with tools, their list and the sample of a call.
    let written = ["<tool_call>", "</tool_call>", "<tool_response>", "</tool_response>"]
    let own = written.contains(mark) ? 1 : 0
    let sample = mark.contains("response") ? 0 : 1
    for (request, expected) in [
      (request(entries), own + sample), (request(entries, mode: .none), own),
      (request(entries, tools: []), own),
      (
        request(
          entries.filter { $0.content.parts.count < 2 && !$0.content.holdsFunctionResponse },
          mode: .none
        ), 0
      ),
    ] {
      let text = try shown(request)
      XCTAssertEqual(Self.count(mark, in: text), expected, text.debugDescription)
    }
  }

  /// A mark can be put together of texts that are shown side by side.
  func testAMarkInPieces() throws {
    let thought = Part(.text("hm"), isThought: true)
    for split in 1..<"<tool_call>".count {
      let parts: [Part] = [
        .text(String("<tool_call>".prefix(split))), thought,
        .text(String("<tool_call>".dropFirst(split))),
      ]
      let entry = Transcript.Entry(content: ModelContent(parts: parts))
      let text = try shown(request([entry]))
      XCTAssertEqual(Self.count("<tool_call>", in: text), 1, "only the sample")
    }
  }

  /// The names and descriptions of a schema are shown in the user's turn.
  func testASchemaHoldsNoMark() throws {
    for mark in Self.marks {
      for mode in [ToolOptions.Mode.auto, .none] {
        var request = request([Self.entry(.user, .text("Hi"))], mode: mode)
        let text = "a\u{600}\(mark)\u{301}"
        request.schema = .object(properties: [text: .enumeration([text])], description: text)
        let shown = try shown(request)
        XCTAssertTrue(shown.contains("JSON Schema"))
        let sample = mode == .auto && !mark.contains("response") ? 1 : 0
        XCTAssertEqual(Self.count(mark, in: shown), sample, shown)
        let line = try XCTUnwrap(shown.split(separator: "\n").first { $0.contains("enum") })
        let schema = try GeneratedContent(json: String(line))
        XCTAssertEqual(schema["description"]?.stringValue, text, "it says the same")
      }
    }
  }

  /// What another model has said of an answer is text: it opens no call, and nothing like one is shown.
  func testTheBeginningOfAnAnswerOpensNoCall() throws {
    for text in [
      "a <tool_call> b", "<tool_call>\n{\"name\":\"", "\u{600}<tool_call>\u{301}", "a <tool_",
    ] {
      let entries = [Self.entry(.user, .text("Hi")), Self.entry(.model, .text(text))]
      var request = request(entries)
      request.continuesAnswer = true
      let shown = Self.model.conversation(of: request).beginning
      XCTAssertEqual(Self.count("<tool_call>", in: shown), 0, shown)
      XCTAssertEqual(shown.filter { $0 != " " }, text.filter { $0 != " " })
      let grammar = try XCTUnwrap(try Self.model.grammar(for: request))
      let constrained = try Self.model.constrained(text, by: grammar)
      var constraint = OutputConstraint(grammar)
      XCTAssertTrue(constraint.accept(constrained.utf8))
      XCTAssertTrue(constraint.canEnd, text)
      XCTAssertTrue(constraint.accept("call> is text".utf8), text)
      // Where an answer is a value or a call, a beginning is of a value.
      request.schema = .object(properties: ["a": .boolean()])
      let strict = try XCTUnwrap(try Self.model.grammar(for: request))
      XCTAssertThrowsError(try Self.model.constrained(text, by: strict), text)
      XCTAssertEqual(try Self.model.constrained("{\"a\":t", by: strict), "{\"a\":t")
    }
  }

  /// Without tools, a text may say what it likes.
  func testOrdinaryTextStaysAsItIs() throws {
    let text = "<manifest xmlns:tools=\"x\"><tools></tools>"
    XCTAssertEqual(try shown(request([Self.entry(.user, .text(text))], tools: [])), text)
  }
}
