import HybridInference
import TestSupport
import XCTest

/// What is refused before anything is sent.
final class ToolSetTests: XCTestCase {
  /// Arguments of any type.
  private struct AnyTool<Arguments: Generable>: Tool {
    var name: String { "any" }
    var description: String { "Does it." }
    func call(arguments: Arguments) async throws -> String { "" }
  }

  private struct Underivable: Generable {
    struct Word: Codable, Sendable {
      init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard text == "word" else {
          throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "no word"))
        }
      }
      func encode(to encoder: any Encoder) throws {}
    }
    var word: Word
  }

  private struct Node: Generable {
    var name: String
    var children: [Node]
  }

  func testInvalidAndDoubledNamesAreRefused() async {
    for name in ["", "1a", "a b", "é", "\u{212A}", "a:b", String(repeating: "a", count: 65)] {
      await assertRefused([ScriptedTool(name)], by: "tools", naming: name)
    }
    await assertRefused(
      [ScriptedTool("a"), ScriptedTool("b"), ScriptedTool("a")],
      by: "tools",
      naming: "a"
    )
  }

  func testArgumentsWithoutASchemaAreRefusedByTheToolsName() async {
    await assertRefused(
      [ScriptedTool(), AnyTool<Underivable>()],
      by: "tools",
      naming: "any",
      "word"
    )
    await assertRefused([AnyTool<String>()], by: "tools", naming: "any", "object")
    await assertRefused([AnyTool<[Int]>()], by: "tools", naming: "any", "object")
  }

  func testOptionsThatCannotBeAreRefused() async {
    let tool = ScriptedTool()
    await assertRefused([], .init(mode: .required), by: "tools")
    await assertRefused([.googleSearch()], .init(mode: .required), by: "tools")
    await assertRefused([tool], .init(allowedNames: ["other"]), by: "allowedNames", naming: "other")
    await assertRefused([tool], .init(allowedNames: []), by: "allowedNames")
    await assertRefused([tool], .init(maximumRounds: -1), by: "maximumRounds")
  }

  func testWhatCanBeIsSent() async throws {
    let tools: [any ToolRepresentable] = [
      ScriptedTool("_a.b-C9"), ScriptedTool(String(repeating: "a", count: 64)), AnyTool<Node>(),
      ServerTool.googleSearch(),
    ]
    for mode in [ToolOptions.Mode.default, .auto, .required, .none] {
      let model = ScriptedModel("scripted")
      let session = GenerativeModelSession(model: model, tools: tools)
      try await session.respond(to: "Hi", options: .default.usingTools(.init(mode: mode)))
      XCTAssertEqual(model.requests[0].tools.count, 4)
      XCTAssertEqual(model.requests[0].options.tools.mode, mode)
    }
  }

  private func assertRefused(
    _ tools: [any ToolRepresentable],
    _ options: ToolOptions = .init(),
    by field: String,
    naming names: String...,
    line: UInt = #line
  ) async {
    for way in ["whole", "streamed", "counted"] {
      let model = ScriptedModel("scripted")
      let session = GenerativeModelSession(model: model, tools: tools, toolOptions: options)
      await assertThrows(
        way == "counted"
          ? try await session.countTokens("Hi").totalTokens
          : try await session.answer("Hi", streams: way == "streamed").content.count,
        line: line
      ) { error in
        guard case GenerationError.invalidRequest(field, let reason) = error else {
          return XCTFail("\(error)", line: line)
        }
        for name in names where !name.isEmpty {
          XCTAssertTrue(reason.contains(name.prefix(64)), reason, line: line)
        }
      }
      XCTAssertTrue(model.requests.isEmpty, line: line)
      XCTAssertFalse(session.isResponding, line: line)
    }
  }
}
