import XCTest

@testable import Chat

final class ChatArgumentsTests: XCTestCase {
  func testDefaults() throws {
    let arguments = try ChatArguments([])
    XCTAssertEqual(arguments.mode, .preferOnDevice)
    XCTAssertNil(arguments.prompt)
    XCTAssertFalse(arguments.isVerbose)
  }

  func testEveryOption() throws {
    let arguments = try ChatArguments([
      "--mode", "only-in-cloud", "--model=m", "--gguf", "f.gguf", "--system", "Be brief.",
      "--temperature", "0.5", "--seed", "18446744073709551615", "--max-tokens", "9", "-v",
      "--base-url", "http://127.0.0.1:1", "Why", "is it", "--", "--so?",
    ])
    XCTAssertEqual(arguments.mode, .onlyInCloud)
    XCTAssertEqual(arguments.model, "m")
    XCTAssertEqual(arguments.gguf, "f.gguf")
    XCTAssertEqual(arguments.system, "Be brief.")
    XCTAssertEqual(arguments.temperature, 0.5)
    XCTAssertEqual(arguments.seed, .max)
    XCTAssertEqual(arguments.maxTokens, 9)
    XCTAssertTrue(arguments.isVerbose)
    XCTAssertEqual(arguments.baseURL?.port, 1)
    XCTAssertEqual(arguments.prompt, "Why is it --so?")
  }

  func testWrongUsageNamesTheOption() {
    let wrong = [
      ["--mode", "sometimes"], ["--seed", "-1"], ["--max-tokens", "0"], ["--temperature", "hot"],
      ["--temperature", "nan"], ["--temperature", "-1"], ["--model"], ["--frobnicate"], ["-x"],
    ]
    for arguments in wrong {
      XCTAssertThrowsError(try ChatArguments(arguments)) { error in
        XCTAssertTrue(
          (error as? ChatArguments.UsageError)?.message.contains(arguments[0]) ?? false
        )
      }
    }
  }

  func testHelpNamesEveryOption() {
    for name in [
      "mode", "model", "gguf", "base-url", "system", "temperature", "seed", "max-tokens",
      "verbose", "help",
    ] {
      XCTAssertTrue(ChatArguments.help.contains("--\(name)"), name)
    }
    for mode in ChatArguments.Mode.allCases {
      XCTAssertTrue(ChatArguments.help.contains(mode.rawValue))
    }
  }
}
