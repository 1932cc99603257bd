import TestSupport
import XCTest

@testable import HybridInference

final class ToolLoopTests: XCTestCase {
  /// A function that is declared and left to the app.
  private struct Declared: ToolRepresentable {
    var toolRepresentation: ToolRepresentation {
      .function(FunctionDeclaration(name: "manual", description: "Does it."))
    }
  }

  func testAnAnswerWithoutCallsIsTheEnd() {
    var loop = Self.loop()
    XCTAssertNil(Self.calls(in: loop.answered(Self.model(.text("Hi")), by: "m")))
    XCTAssertTrue(loop.entries.isEmpty)
  }

  func testACallThatWasOnlyThoughtOfIsNone() {
    var loop = Self.loop()
    let thought = Part(.functionCall(.init(name: "get_weather")), isThought: true)
    XCTAssertNil(Self.calls(in: loop.answered(Self.model(thought, .text("Hi")), by: "m")))
  }

  func testCallsAndResultsJoinTheNextRequestInOrder() {
    var loop = Self.loop()
    let said = Self.model(
      .text(""),
      .text("Let me see"),
      .call(city: "Rome", id: "1", signature: "s"),
      .call("other"),
      Part(.text(""), thoughtSignature: "t")
    )
    let calls = Self.calls(in: loop.answered(said, by: "m"))
    XCTAssertEqual(calls?.map(\.name), ["get_weather", "other"])
    loop.add([
      .init(name: "get_weather", response: ["a": 1], id: "1"),
      .init(name: "other", response: ["b": 2]),
    ])

    let entries = [
      Transcript.Entry(
        content: Self.model(parts: Array(said.parts.dropFirst())),
        modelVersion: "m"
      ),
      Transcript.Entry(
        content: .init(
          role: .user,
          parts: [
            .functionResponse(.init(name: "get_weather", response: ["a": 1], id: "1")),
            .functionResponse(.init(name: "other", response: ["b": 2])),
          ]
        )
      ),
    ]
    XCTAssertEqual(loop.entries, entries)
    XCTAssertEqual(Array(loop.request.transcript.dropFirst()), entries)
  }

  func testRoundsAreCapped() {
    for (maximum, limit) in [(nil, 10), (0, 0), (1, 1), (3, 3)] as [(Int?, Int)] {
      var loop = Self.loop(.init(maximumRounds: maximum))
      for _ in 0..<limit {
        XCTAssertNotNil(Self.calls(in: loop.answered(Self.model(.call()), by: "m")))
        loop.add([.init(name: "get_weather", response: [:])])
      }
      guard
        case .fail(.toolCallFailed("get_weather", let reason, nil)) = loop.answered(
          Self.model(.call()),
          by: "m"
        )
      else { return XCTFail("\(limit)") }
      XCTAssertTrue(reason.contains("\(limit) rounds"), reason)
    }
  }

  func testOnlyTheFirstRoundIsForced() {
    let modes: [(ToolOptions.Mode, ToolOptions.Mode)] = [
      (.required, .auto), (.auto, .auto), (.default, .default), (.none, .none),
    ]
    for (first, then) in modes {
      var loop = Self.loop(.init(mode: first, allowedNames: ["get_weather"]))
      XCTAssertEqual(loop.request.options.tools.mode, first)
      _ = loop.answered(Self.model(.call()), by: "m")
      loop.add([.init(name: "get_weather", response: [:])])
      XCTAssertEqual(loop.request.options.tools.mode, then)
      XCTAssertEqual(loop.request.options.tools.allowedNames, ["get_weather"])
    }
  }

  func testCallsOfDeclaredFunctionsAreLeftToTheApp() {
    var loop = Self.loop()
    let said = Self.model(.call(), .call("manual"))
    XCTAssertNil(Self.calls(in: loop.answered(said, by: "m")))
    XCTAssertTrue(loop.entries.isEmpty)
  }

  private static func loop(_ options: ToolOptions = .init()) -> ToolLoop {
    let transcript = Transcript(entries: [.init(content: .init(parts: [.text("Weather?")]))])
    let tools: [any ToolRepresentable] = [ScriptedTool(), Declared()]
    let request = ModelRequest(
      transcript: transcript,
      tools: tools,
      options: .default.usingTools(options)
    )
    return ToolLoop(request, tools: ToolSet(tools))
  }

  private static func model(_ parts: Part...) -> ModelContent { model(parts: parts) }

  private static func model(parts: [Part]) -> ModelContent { .init(role: .model, parts: parts) }

  /// The calls of an action that carries some out.
  private static func calls(in action: ToolLoop.Action) -> [FunctionCall]? {
    if case .run(let calls) = action { calls } else { nil }
  }
}
