import Foundation
import HybridInference
import TestSupport
import XCTest

@testable import CloudBackend

final class ErrorTests: CloudTestCase {
  override func setUp() async throws {
    try await super.setUp()
    expectsRefusals = true
  }

  /// Checks the error of all three ways to ask; a stream tells it once, from its iteration (S8).
  private func assertError(
    _ model: GeminiModel,
    file: StaticString = #filePath,
    line: UInt = #line,
    isExpected: (GenerationError) -> Bool
  ) async {
    func check(_ error: any Error) {
      let isRight = (error as? GenerationError).map(isExpected) ?? false
      XCTAssertTrue(isRight, "\(error)", file: file, line: line)
    }
    let request = ModelRequest.prompt("Hi there")
    await assertThrows(try await model.generateContent(request), file: file, line: line, check)
    await assertThrows(
      try await model.streamContent(request).collected(),
      file: file,
      line: line,
      check
    )
    await assertThrows(try await model.countTokens(request), file: file, line: line, check)
  }

  private func isBackend(
    _ error: GenerationError,
    _ code: Int,
    _ status: String?,
    _ check: (BackendError) -> Bool = { _ in true }
  ) -> Bool {
    guard case .backend(let error) = error else { return false }
    return error.code == code && error.status == status && check(error)
  }

  func testAWrongKey() async throws {
    let model = GeminiModel(
      name: "gemini-2.5-flash",
      api: .developer(apiKey: "wrong-key-1234", baseURL: try XCTUnwrap(server).baseURL)
    )
    await assertError(model) { error in
      isBackend(error, 400, "INVALID_ARGUMENT") {
        $0.message.contains("API key not valid")
          && $0.details.contains { $0["reason"]?.stringValue == "API_KEY_INVALID" }
          && $0.typedDetails.contains {
            if case .errorInfo(let info) = $0 { info.reason == "API_KEY_INVALID" } else { false }
          }
      }
    }
  }

  func testAnUnknownModel() async throws {
    await assertError(try model(name: "no-such-model")) { isBackend($0, 404, "NOT_FOUND") }
    await assertError(try model(name: "a name & more")) { isBackend($0, 404, "NOT_FOUND") }
  }

  func testStatusCodes() async throws {
    await assertError(try model("error_400")) { isBackend($0, 400, "INVALID_ARGUMENT") }
    await assertError(try model("error_500")) { isBackend($0, 500, "INTERNAL") }
    await assertError(try model("error_403_service_disabled")) {
      isBackend($0, 403, "PERMISSION_DENIED") {
        $0.details.contains { $0["reason"]?.stringValue == "SERVICE_DISABLED" }
      }
    }
    for code: Int64 in [401, 404, 408, 413, 502, 503, 504] {
      let error = try model("error", ["code": .init(kind: .integer(code)), "message": "no"])
      await assertError(error) { error in
        guard case .backend(let error) = error else { return false }
        return error.code == code && error.message == "no"
      }
    }
  }

  func testTooManyRequests() async throws {
    await assertError(try model("error_429_then_ok", ["times": 100])) { error in
      guard case .rateLimited(let delay?) = error else { return false }
      return delay == .milliseconds(200)
    }
  }

  func testTheQuotasThatAreUsedUpAreLogged() async throws {
    let model = try model("error_429_then_ok", ["times": 100])
    let recorder = LogRecorder()
    try await recorder.record {
      await assertThrows(try await model.generateContent(.prompt("Hi")))
    }
    XCTAssertEqual(recorder.entries.map(\.level), [.notice])
    let line = recorder.entries.first?.message ?? ""
    XCTAssertTrue(line.contains("GenerateRequestsPerMinutePerProjectPerModel-FreeTier (10)"), line)
  }

  func testTooManyRequestsInTheMiddleOfAStreamKeepWhatHadCome() async throws {
    let error = #"{"error": {"code": 429, "message": "m", "status": "RESOURCE_EXHAUSTED"}}"#
    let model = try model("cut", ["tail": .init(kind: .string(error))])
    let session = GenerativeModelSession(model: model)
    await assertThrows(try await session.streamResponse(to: "Hi there").collect()) { error in
      guard case GenerationError.backend(let error) = error else { return XCTFail("\(error)") }
      XCTAssertEqual(error.code, 429)
      XCTAssertEqual(error.partialResponse?.text.hasPrefix("echo"), true)
    }
  }

  func testFailedAttemptsTellTheirRetries() async throws {
    let policy = RetryPolicy(maximumAttempts: 3, initialDelay: .milliseconds(1))
    let cloud = try model("error_500", options: .init(retry: policy))
    let onDevice = ScriptedModel(
      "device",
      source: .onDevice,
      answers: [.failure(GenerationError.internalError)]
    )
    let hybrid = HybridModel(primary: onDevice, secondary: cloud)
    for isStreamed in [false, true] {
      try await LogRecorder().record {
        await assertThrows(
          isStreamed
            ? try await hybrid.streamContent(.prompt("Hi")).collected().last ?? .init()
            : try await hybrid.generateContent(.prompt("Hi"))
        ) { error in
          guard case GenerationError.allModelsFailed(let attempts) = error else {
            return XCTFail("\(error)")
          }
          XCTAssertEqual(attempts.map(\.retries), [0, 2])
        }
      }
    }
  }

  func testPagesOfAProxy() async throws {
    for status: Int64 in [404, 502] {
      let model = try model("html_error", ["status": .init(kind: .integer(status))])
      await assertError(model) {
        isBackend($0, Int(status), nil) {
          $0.message.contains("Bad Gateway") && !$0.message.contains("<")
        }
      }
    }
    await assertError(try model("html_error", ["status": 200])) { error in
      guard case .decodingFailure = error else { return false }
      return !"\(error)".contains("<h") && "\(error)".contains("Bad Gateway")
    }
  }

  func testARedirectToAnotherOriginIsRefused() async throws {
    let other = try OracleServer()
    let port = GeneratedContent(kind: .integer(Int64(other.baseURL.port ?? 0)))
    for status: Int64 in [301, 302, 307, 308] {
      let args = ["port": port, "status": GeneratedContent(kind: .integer(status))]
      await assertError(try model("redirect", args)) { isBackend($0, Int(status), nil) }
    }
    await assertError(try model("redirect", ["location": "https://example.com/"])) {
      isBackend($0, 307, nil)
    }
    let arrived = try await other.requests()
    XCTAssertEqual(arrived.count, 0)
  }

  /// Within the origin a request may be sent elsewhere, unless its body would be lost.
  func testARedirectWithinTheOrigin() async throws {
    let server = try XCTUnwrap(server)
    let api = GeminiAPI.developer(apiKey: OracleServer.apiKey, baseURL: server.baseURL)
    for status: Int64 in [301, 302, 303, 307, 308] {
      let args: [String: GeneratedContent] = [
        "location": "/v1beta/models/gemini-2.5-pro", "status": .init(kind: .integer(status)),
      ]
      try await server.reset()
      try await server.play(.init("redirect", args, times: 1), .init("echo"))
      let info = try await api.model(named: "gemini-2.5-flash")
      XCTAssertEqual(info.name, "gemini-2.5-pro", "\(status)")
      let requests = try await server.requests()
      XCTAssertEqual(requests.map(\.method), ["GET", "GET"])
      XCTAssertEqual(requests.map(\.key), ["right", "right"])
      try await server.reset()
      try await server.play(.init("redirect", args))
      await assertError(GeminiModel(name: "gemini-2.5-flash", api: api)) {
        isBackend($0, Int(status), nil)
      }
      let posts = try await server.requests()
      XCTAssertEqual(posts.map(\.method), ["POST", "POST", "POST"])
    }
  }

  func testBlockedPromptsAndFinishReasonsArePassedOn() async throws {
    let blocked = try await model("safety_block").generateContent(.prompt("Hi"))
    XCTAssertEqual(blocked.promptFeedback?.blockReason, .safety)
    XCTAssertEqual(blocked.promptFeedback?.safetyRatings.first?.blocked, true)
    XCTAssertEqual(blocked.candidates.count, 0)
    let empty = try await model("empty_candidates").generateContent(.prompt("Hi"))
    XCTAssertEqual(empty.candidates.count, 0)
    for reason in ["SAFETY", "RECITATION", "MAX_TOKENS", "MALFORMED_FUNCTION_CALL", "BRAND_NEW"] {
      for text in ["part", ""] {
        let model = try model(
          "finish",
          ["reason": .init(kind: .string(reason)), "text": .init(kind: .string(text))]
        )
        let response = try await model.generateContent(.prompt("Hi"))
        XCTAssertEqual(response.candidates.first?.finishReason?.rawValue, reason)
        XCTAssertEqual(response.text, text)
        let chunks = try await model.streamContent(.prompt("Hi")).collected()
        XCTAssertEqual(chunks.last?.candidates.first?.finishReason?.rawValue, reason)
        XCTAssertEqual(chunks.map(\.text).joined(), text)
      }
    }
    let recitation = try await model("recitation").generateContent(.prompt("Hi"))
    XCTAssertEqual(recitation.candidates.first?.citationMetadata?.citations.first?.endIndex, 12)
  }
}
