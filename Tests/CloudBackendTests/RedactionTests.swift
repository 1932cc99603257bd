import Foundation
import HybridInference
import TestSupport
import XCTest

@testable import CloudBackend

/// Neither the API key nor a text of the prompt is in what an error or the log says.
final class RedactionTests: CloudTestCase {
  private let secret = "the text of a prompt that nobody must read"

  func testTakesKeyAndPromptOutOfAnError() async throws {
    expectsRefusals = true
    let message = "Invalid key \(OracleServer.apiKey) for “\(secret)”"
    let details: GeneratedContent = [
      [
        "@type": "type.googleapis.com/google.rpc.DebugInfo",
        "detail": .init(kind: .string(message)),
      ]
    ]
    // The server checks that headers do not hold the key, so the scenario is scripted instead.
    try await server?.play(
      .init("error", ["code": 400, "message": .init(kind: .string(message)), "details": details])
    )
    let model = GeminiModel(
      name: "gemini-2.5-flash",
      api: .developer(apiKey: OracleServer.apiKey, baseURL: try XCTUnwrap(server).baseURL)
    )
    await assertThrows(try await model.generateContent(.prompt(secret))) { error in
      guard case .backend(let failure)? = error as? GenerationError else {
        return XCTFail("\(error)")
      }
      XCTAssertTrue(failure.message.contains("Invalid key [redacted] for “[redacted]”"))
      XCTAssertEqual(failure.details.count, 1)
      for text in [
        error.localizedDescription, String(reflecting: error), "\(error)", dumped(error),
      ] {
        XCTAssertFalse(text.contains(OracleServer.apiKey), text)
        XCTAssertFalse(text.contains(secret), text)
      }
    }
  }

  func testTheModelDoesNotShowItsKey() throws {
    let model = GeminiModel(
      name: "gemini-2.5-flash",
      api: .developer(apiKey: "a-secret-key", headers: ["x-other": "a-secret-header"])
    )
    for text in ["\(model)", String(reflecting: model), dumped(model), dumped(model.api)] {
      XCTAssertFalse(text.contains("a-secret"), text)
    }
  }

  func testRetriesAreLoggedWithoutKeyOrPrompt() async throws {
    expectsRefusals = true
    let recorder = LogRecorder()
    let message = GeneratedContent(kind: .string(secret))
    let model = try model(
      "error_503_then_ok",
      ["message": message, "token": "redaction"],
      options: .init(retry: RetryPolicy(initialDelay: .milliseconds(1)))
    )
    let response = try await recorder.record { try await model.generateContent(.prompt(secret)) }
    XCTAssertEqual(response.route.map(\.retries), [1])
    XCTAssertEqual(recorder.entries.map(\.level), [.notice])
    let line = recorder.entries.first?.message ?? ""
    XCTAssertTrue(line.contains("503") && line.contains("gemini-2.5-flash"), line)
    XCTAssertFalse(line.contains(secret) || line.contains(OracleServer.apiKey), line)
  }

  private func dumped(_ value: Any) -> String {
    var text = ""
    dump(value, to: &text)
    return text
  }
}
