import Foundation
import HybridInference
import TestSupport
import XCTest

@testable import LocalBackend

final class GrammarCacheTests: XCTestCase {
  private struct Function: ToolRepresentable {
    var name: String
    var parameters: GenerationSchema
    var toolRepresentation: ToolRepresentation {
      .function(FunctionDeclaration(name: name, description: "Does it.", parameters: parameters))
    }
  }

  private let model = SystemLanguageModel(modelURL: URL(fileURLWithPath: "/none.gguf"))

  private func request(_ tools: [Function], schema: GenerationSchema? = nil) -> ModelRequest {
    ModelRequest(
      transcript: Transcript(entries: [.init(content: .init(parts: [.text("Hi")]))]),
      tools: tools,
      schema: schema
    )
  }

  private func functions(_ count: Int, prefix: String) -> [Function] {
    (0..<count).map {
      Function(
        name: "\(prefix)\($0)",
        parameters: .object(properties: ["\(prefix)\($0)": .string()])
      )
    }
  }

  func testManyToolsAreCompiledOnce() throws {
    let request = request(functions(40, prefix: "many"))
    let before = GrammarCache.shared.compilations
    let first = try XCTUnwrap(try model.grammar(for: request))
    XCTAssertEqual(GrammarCache.shared.compilations, before + 1, "the whole form, and no more")
    XCTAssertTrue(try model.grammar(for: request) === first)
    XCTAssertNil(model.unsupportedReason(for: request))
    XCTAssertEqual(GrammarCache.shared.compilations, before + 1)
  }

  /// One bad tool among many is refused by its name, for whatever is wrong with it.
  func testABadToolIsNamed() throws {
    let endless = GenerationSchema.reference(to: "A")
      .defining(["A": .object(properties: ["a": .reference(to: "A")])])
    let bad: [(GenerationSchema, String)] = [
      (endless, "no value that ends"),
      (.object(properties: ["a": .string(pattern: "^(?=a)b$")]), "lookahead"),
    ]
    for (schema, reason) in bad {
      for position in [0, 20, 39] {
        var tools = functions(40, prefix: "bad")
        tools[position] = Function(name: "the_bad_one", parameters: schema)
        let request = request(tools)
        for _ in 0..<2 {
          let text = try XCTUnwrap(model.unsupportedReason(for: request))
          XCTAssertTrue(text.hasPrefix("the tool “the_bad_one”: "), text)
          XCTAssertTrue(text.contains(reason), text)
        }
      }
    }
    // A schema beside good tools is refused as well, and not as one of theirs.
    let text = model.unsupportedReason(for: request(functions(2, prefix: "ok"), schema: endless))
    XCTAssertTrue(text?.hasPrefix("no value that ends") ?? false, text ?? "")
  }

  /// A tool whose arguments are nested deeper than those of the others can be called all the same.
  func testADeepToolBesideAFlatOne() throws {
    var deep = GenerationSchema.boolean()
    for _ in 0..<40 { deep = .object(properties: ["a": deep]) }
    let tools = [
      Function(name: "flat", parameters: .object(properties: ["a": .boolean()])),
      Function(name: "deep", parameters: deep),
    ]
    let grammar = try XCTUnwrap(try model.grammar(for: request(tools)))
    let arguments =
      String(repeating: "{\"a\":", count: 40) + "true" + String(repeating: "}", count: 40)
    let call = "<tool_call>\n{\"name\":\"deep\",\"arguments\":\(arguments)}\n</tool_call>"
    XCTAssertTrue(OutputConstraint(grammar).allows(call.utf8))
  }

  func testTheOldestGoesFirstByCountAndSize() throws {
    let forms = (0..<4).map {
      GrammarForm.literal(String(repeating: "\($0)", count: 10 * ($0 + 1)))
    }
    let few = GrammarCache(capacity: 2)
    for form in forms[0..<2] { _ = try few.grammar(for: form) }
    _ = try few.grammar(for: forms[0])
    _ = try few.grammar(for: forms[2])
    XCTAssertEqual(few.compilations, 3)
    _ = try few.grammar(for: forms[0])
    XCTAssertEqual(few.compilations, 3, "it was used last")
    _ = try few.grammar(for: forms[1])
    XCTAssertEqual(few.compilations, 4)

    let small = GrammarCache(capacity: 100, maximumSize: 40)
    _ = try small.grammar(for: forms[0])
    _ = try small.grammar(for: forms[1])
    _ = try small.grammar(for: forms[0])
    XCTAssertEqual(small.compilations, 2, "both have room")
    _ = try small.grammar(for: forms[3])
    _ = try small.grammar(for: forms[3])
    XCTAssertEqual(small.compilations, 3, "one is kept, however large")
    _ = try small.grammar(for: forms[0])
    XCTAssertEqual(small.compilations, 4)
  }
}
