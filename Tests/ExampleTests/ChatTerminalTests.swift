import Foundation
import HybridInference
import TestSupport
import XCTest

@testable import Chat

/// What a server says does not drive the terminal of the person who reads it.
final class ChatTerminalTests: XCTestCase {
  /// Renames the window, fills the clipboard, clears the screen; in both ways to write the start of
  /// such a command; and overwrites a line.
  private static let attack =
    "\u{1B}]0;owned\u{07}\u{1B}]52;c;cm0gLXJm\u{07}\u{1B}[2J\u{9B}31m\u{0}\u{08}\u{7F}over\rwritten"

  private func arguments(of server: OracleServer) -> [String] {
    [
      "--mode", "only-in-cloud", "--model", "gemini-3-flash-preview", "--base-url",
      server.baseURL.absoluteString, "--verbose", "Hi",
    ]
  }

  /// Runs Chat with both of its outputs on a terminal.
  private func chatOnATerminal(with server: OracleServer) throws -> String {
    let terminal = try PseudoTerminal()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Program.built("Chat"))
    process.arguments = arguments(of: server)
    process.environment = ProcessInfo.processInfo.environment
      .merging(["GEMINI_API_KEY": OracleServer.apiKey]) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = terminal.programSide
    process.standardError = terminal.programSide
    try process.run()
    let output = try terminal.output()
    process.waitUntilExit()
    return output
  }

  /// Scripts the answer: this text, by a model that calls itself so.
  private func play(_ text: String, by model: String, on server: OracleServer) async throws {
    let message: GeneratedContent = [
      "candidates": [
        ["content": ["parts": [["text": .init(kind: .string(text))]]], "finishReason": "STOP"]
      ],
      "modelVersion": .init(kind: .string(model)),
    ]
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).txt")
    try Data("data: \(message.jsonString)\n\n".utf8).write(to: file)
    addTeardownBlock { try? FileManager.default.removeItem(at: file) }
    try await server.reset()
    try await server.play(.init("replay", ["file": .init(kind: .string(file.path))]))
  }

  private func assertHarmless(_ output: String, line: UInt = #line) {
    let allowed: Set<Unicode.Scalar> = ["\n", "\t"]
    for scalar in output.unicodeScalars
    where scalar.properties.generalCategory == .control && !allowed.contains(scalar) {
      XCTFail(
        "\(scalar.escaped(asASCII: true)) in \(output.debugDescription)",
        line: line
      )
    }
  }

  func testAnAnswerAndItsModel() async throws {
    let server = try OracleServer.shared()
    try await play("a\tb\(Self.attack)\nnaïve 👩‍👩‍👧", by: "m\(Self.attack)", on: server)
    let output = try chatOnATerminal(with: server)
    assertHarmless(output)
    XCTAssertTrue(output.hasPrefix("a\tb]0;owned]52;c;cm0gLXJm[2J31moverwritten\n"), output)
    XCTAssertTrue(output.contains("\nnaïve 👩‍👩‍👧\n"), output)
    XCTAssertTrue(output.contains("You used: m]0;owned"), output)
  }

  /// Where no terminal is, an answer is written as it came.
  func testAnAnswerInAFileIsAsItCame() async throws {
    let server = try OracleServer.shared()
    try await play("a\(Self.attack)", by: "m", on: server)
    let run = try Program.run(
      Program.built("Chat"),
      arguments(of: server),
      environment: ["GEMINI_API_KEY": OracleServer.apiKey]
    )
    XCTAssertEqual(run.output, "a\(Self.attack)\nYou used: m\n")
  }

  func testErrorsOfAServer() async throws {
    let server = try OracleServer.shared()
    let attack = GeneratedContent(kind: .string(Self.attack))
    let inTheMiddle: GeneratedContent = [
      "error": ["code": 500, "message": attack, "status": attack]
    ]
    let steps: [OracleServer.Step] = [
      .init("error", ["code": 400, "message": attack, "status": attack]),
      .init("cut", ["tail": .init(kind: .string(inTheMiddle.jsonString))]),
      .init("finish", ["reason": attack]),
      .init("fields", ["response": ["promptFeedback": ["blockReason": attack]]]),
    ]
    for step in steps {
      try await server.reset()
      try await server.play(step)
      let output = try chatOnATerminal(with: server)
      assertHarmless(output)
      XCTAssertTrue(output.contains("Chat: ") && output.contains("owned"), output)
    }
  }

  func testTabsAndLineEndsStay() {
    XCTAssertEqual(Terminal.harmless("a\tb\nc\r\nd\u{1B}[1m\u{85}é"), "a\tb\nc\nd[1mé")
    XCTAssertEqual(Terminal.harmless("plain 日本語 👩‍👩‍👧"), "plain 日本語 👩‍👩‍👧")
  }
}
