import TestSupport
import XCTest

@testable import HybridInference

/// A model can make up a name, of what it was told: it reaches no error and no log.
final class MadeUpNameTests: XCTestCase {
  private static let secret = "my-password-is-swordfish"
  private static let made = String(repeating: secret + " ", count: 400)

  private func check(
    _ part: Part,
    _ options: ToolOptions,
    tools: [any ToolRepresentable] = [ScriptedTool()],
    fails: Bool
  ) async throws {
    for streams in [false, true] {
      let model = ScriptedModel("scripted", answers: [.parts([part]), .text(["Sorry."])])
      let session = GenerativeModelSession(model: model, tools: tools, toolOptions: options)
      let log = LogRecorder()
      var texts: [String] = []
      await log.record {
        do {
          _ = try await session.answer("Weather?", streams: streams)
          XCTAssertFalse(fails)
        } catch {
          XCTAssertTrue(fails, "\(error)")
          texts = ["\(error)", error.localizedDescription, String(reflecting: error)]
          guard case GenerationError.toolCallFailed(let name, let reason, _) = error else {
            return XCTFail("\(error)")
          }
          texts += [name, reason]
          XCTAssertFalse(name.isEmpty)
        }
      }
      for text in texts + log.errors {
        XCTAssertFalse(text.contains(Self.secret), String(text.prefix(200)))
        XCTAssertLessThan(text.utf8.count, 1000)
      }
      XCTAssertFalse(texts.isEmpty && log.errors.isEmpty)
    }
  }

  func testAToolThatThereIsNot() async throws {
    let call = Part.call(Self.made)
    try await check(call, .init(), fails: false)
    try await check(call, .init(errors: .endTurn), fails: true)
    try await check(call, .init(allowedNames: ["get_weather"], errors: .endTurn), fails: true)
    try await check(call, .init(maximumRounds: 0), fails: true)
    let approving = ToolOptions(approve: { _ in throw ScriptedTool.Failure("no") })
    try await check(call, approving, fails: true)
    let supplying = ToolOptions(errors: .endTurn) { _ in .supply(output: Double.infinity) }
    try await check(call, supplying, fails: true)
  }

  func testTheNameOfAToolIsTold() {
    let tools = ToolSet([ScriptedTool()])
    XCTAssertEqual(tools.shownName(of: .init(name: "get_weather")), "get_weather")
    XCTAssertEqual(tools.shownName(of: .init(name: "get_weather2")), "a tool that there is not")
    XCTAssertEqual(tools.shownName(of: .init(name: "")), "a tool that there is not")
  }

  /// What readers see as one character has no bound; what is told of it has.
  func testOneLongCharacter() throws {
    let long = "a" + String(repeating: "\u{301}", count: 100_000)
    let failure = ToolFailure.thrown(ScriptedTool.Failure(long))
    XCTAssertLessThan(failure.text.utf8.count, 5000)
    XCTAssertTrue(failure.text.unicodeScalars.starts(with: "a\u{301}".unicodeScalars))
    let declaration = FunctionDeclaration(name: long, description: "")
    XCTAssertThrowsError(try declaration.checkName()) { error in
      XCTAssertLessThan("\(error)".utf8.count, 500)
    }
  }

  /// Names of arguments are a model's too: no more than a bit of one is told.
  func testNamesOfArguments() async {
    let combining = "a" + String(repeating: "\u{301}", count: 10_000)
    for name in [Self.made, combining] {
      var closed = GenerationSchema.object(properties: [:])
      closed.allowsOtherProperties = false
      for schema in [closed, .dictionary(values: .integer())] {
        let value = GeneratedContent(properties: [name: .init(kind: .string(name))])
        XCTAssertThrowsError(try SchemaValidator.check(value, fits: schema)) { error in
          XCTAssertLessThan("\(error)".utf8.count, 500)
        }
      }
    }
  }
}
