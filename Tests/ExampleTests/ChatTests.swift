import Foundation
import HybridInference
import TestSupport
import XCTest

/// The program as a person runs it.
final class ChatTests: XCTestCase {
  private static let systemModelName = "apple-foundation-models-system-language-model"

  private func chat(
    _ arguments: [String],
    environment: [String: String?] = [:],
    input: String = ""
  ) throws -> Program {
    let clean: [String: String?] = [
      "GEMINI_API_KEY": nil, "HYBRID_INFERENCE_MODEL": nil, "HYBRID_INFERENCE_ON_DEVICE": nil,
    ]
    return try Program.run(
      Program.built("Chat"),
      arguments,
      environment: clean.merging(environment) { $1 },
      input: input
    )
  }

  func testHelpAndWrongUsage() throws {
    let help = try chat(["--help"])
    XCTAssertEqual(help.status, 0)
    XCTAssertTrue(help.output.contains("--mode"))
    let wrong = try chat(["--mode", "sometimes", "Hi"])
    XCTAssertEqual(wrong.status, 64)
    XCTAssertTrue(wrong.errors.contains("--mode"), wrong.errors)
    XCTAssertTrue(wrong.output.isEmpty)
  }

  func testOneAnswerOnTheDevice() throws {
    let model = try LocalModels.system().path
    let run = try chat(
      ["--mode", "only-on-device", "--gguf", model, "--max-tokens", "8", "--seed", "1", "Hi"])
    XCTAssertEqual(run.status, 0, run.errors)
    let lines = run.output.split(separator: "\n")
    XCTAssertEqual(lines.last, "You used: \(Self.systemModelName)")
    XCTAssertGreaterThan(lines.count, 1)
    XCTAssertEqual(run.errors, "(The answer was cut: it reached the limit of tokens.)\n")
  }

  func testOneAnswerInTheCloud() async throws {
    let server = try OracleServer.shared()
    try await server.reset()
    let run = try chat(
      [
        "--mode=only-in-cloud", "--model", "gemini-3-flash-preview", "--base-url",
        server.baseURL.absoluteString, "What's up?",
      ],
      environment: ["GEMINI_API_KEY": OracleServer.apiKey]
    )
    XCTAssertEqual(run.status, 0, run.errors)
    XCTAssertEqual(run.output, "echo: What's up?\nYou used: gemini-3-flash-preview\n")
    XCTAssertEqual(run.errors, "")
  }

  func testFallbackAndRouteWithVerbose() throws {
    let model = try LocalModels.system().path
    let run = try chat(
      [
        "--mode", "prefer-in-cloud", "--base-url", "http://127.0.0.1:9", "--verbose", "--gguf",
        model, "--max-tokens", "4", "Hi",
      ],
      environment: ["GEMINI_API_KEY": "my-secret-key"]
    )
    XCTAssertEqual(run.status, 0, run.errors)
    XCTAssertTrue(run.output.hasSuffix("You used: \(Self.systemModelName)\n"), run.output)
    XCTAssertTrue(run.errors.contains("falling back"), run.errors)
    XCTAssertTrue(
      run.errors.contains("route: gemini-flash-latest (in the cloud) failed"),
      run.errors
    )
    XCTAssertTrue(run.errors.contains("route: \(Self.systemModelName) (on device) answered"))
    XCTAssertFalse(run.errors.contains("my-secret-key"))
  }

  func testNoKeyAndNoModelSaysWhatToDo() throws {
    let nowhere = ["HYBRID_INFERENCE_MODEL": "/nonexistent/model.gguf"]
    let advice = [
      "prefer-on-device": ["GEMINI_API_KEY", "fetch-model.sh"],
      "prefer-in-cloud": ["GEMINI_API_KEY", "fetch-model.sh"],
      "only-on-device": ["fetch-model.sh"], "only-in-cloud": ["GEMINI_API_KEY"],
    ]
    for (mode, words) in advice {
      let run = try chat(["--mode", mode, "Hi"], environment: nowhere)
      XCTAssertEqual(run.status, 69, mode)
      XCTAssertTrue(run.output.isEmpty)
      for word in words { XCTAssertTrue(run.errors.contains(word), "\(mode): \(run.errors)") }
    }
  }

  func testAFileThatIsNoModelIsNamedWithWhatIsWrong() throws {
    let file = SharedMaterial.packageRoot.appending(path: "README.md").path
    let run = try chat(["--mode", "only-on-device", "--gguf", file, "Hi"])
    XCTAssertEqual(run.status, 69)
    XCTAssertTrue(run.errors.contains(file) && run.errors.contains("not a GGUF"), run.errors)
  }

  func testPreferInCloudWithoutAKeySaysWhatToDo() throws {
    let model = try LocalModels.system().path
    let run = try chat(["--mode", "prefer-in-cloud", "--gguf", model, "Hi"])
    XCTAssertEqual(run.status, 69)
    XCTAssertTrue(run.errors.contains("GEMINI_API_KEY"), run.errors)
  }

  func testAnAnswerThatCannotBeWrittenIsAFailure() throws {
    guard FileManager.default.fileExists(atPath: "/dev/full") else {
      throw XCTSkip("there is no /dev/full here")
    }
    let run = try Program.run(
      "sh",
      ["-c", #""$0" --help >/dev/full"#, Program.built("Chat")]
    )
    XCTAssertEqual(run.status, 74)
  }

  func testFailureIsOneLineAndAStatus() async throws {
    let server = try OracleServer.shared()
    let run = try chat(
      [
        "--mode", "only-in-cloud", "--model", "gemini-3-flash-preview", "--base-url",
        server.baseURL.absoluteString, "Hi",
      ],
      environment: ["GEMINI_API_KEY": "not-the-key"]
    )
    XCTAssertEqual(run.status, 1)
    XCTAssertTrue(run.output.isEmpty)
    XCTAssertTrue(run.errors.contains("400"), run.errors)
    XCTAssertEqual(run.errors.split(separator: "\n").count, 1, run.errors)
  }

  func testConversationFromAPipe() async throws {
    let server = try OracleServer.shared()
    try await server.reset()
    let run = try chat(
      [
        "--mode", "only-in-cloud", "--model", "gemini-3-flash-preview", "--base-url",
        server.baseURL.absoluteString, "--system", "Be brief.",
      ],
      environment: ["GEMINI_API_KEY": OracleServer.apiKey],
      input: "first\n\nsecond\n"
    )
    XCTAssertEqual(run.status, 0, run.errors)
    XCTAssertEqual(
      run.output,
      """
      echo: first
      You used: gemini-3-flash-preview
      echo: second
      You used: gemini-3-flash-preview

      """
    )
    let requests = try await server.requests()
    let second = try XCTUnwrap(requests.last?.body)
    guard case .array(let turns)? = second["contents"]?.kind else { return XCTFail() }
    XCTAssertEqual(turns.count, 3)
  }

  /// Ctrl-C in the middle of an answer: the answer stops; a conversation goes on.
  func testInterruptStopsTheAnswerAndNotTheConversation() async throws {
    let server = try OracleServer.shared()
    try await server.reset()
    try await server.play(.init("hang_mid_stream", ["ms": 60_000], times: 1), .init("echo"))
    let chat = try RunningProgram(
      Program.built("Chat"),
      [
        "--mode", "only-in-cloud", "--model", "gemini-3-flash-preview", "--base-url",
        server.baseURL.absoluteString,
      ],
      environment: ["GEMINI_API_KEY": OracleServer.apiKey]
    )
    chat.type("first\n")
    try await waitUntil("the first answer has begun") { !chat.output.isEmpty }

    chat.interrupt()
    try await waitUntil("it was stopped") { chat.errors.contains("(Stopped.)") }
    chat.type("second\n")
    chat.endInput()

    XCTAssertEqual(chat.waitUntilExit(), 0, chat.errors)
    XCTAssertTrue(
      chat.output.hasSuffix("echo: second\nYou used: gemini-3-flash-preview\n"),
      chat.output
    )
    let requests = try await server.requests(until: { $0.first?.cut == true })
    XCTAssertEqual(requests.map(\.cut), [true, false])
  }

  func testInterruptEndsASingleAnswerWithItsStatus() async throws {
    let server = try OracleServer.shared()
    try await server.reset()
    try await server.play(.init("hang_mid_stream", ["ms": 60_000]))
    let chat = try RunningProgram(
      Program.built("Chat"),
      [
        "--mode", "only-in-cloud", "--model", "gemini-3-flash-preview", "--base-url",
        server.baseURL.absoluteString, "Hi",
      ],
      environment: ["GEMINI_API_KEY": OracleServer.apiKey]
    )
    try await waitUntil("the answer has begun") { !chat.output.isEmpty }

    chat.interrupt()

    XCTAssertEqual(chat.waitUntilExit(), 130, chat.errors)
  }
}
