import Foundation
import HybridInference
import TestSupport
import XCTest

@testable import CloudBackend

/// Offline means that no connection was made, and that is told quickly.
final class OfflineTests: CloudTestCase {
  private func model(at address: String, _ options: RequestOptions) throws -> GeminiModel {
    let base = try XCTUnwrap(URL(string: address))
    return GeminiModel(
      name: "gemini-2.5-flash",
      api: .developer(apiKey: OracleServer.apiKey, baseURL: base),
      requestOptions: options
    )
  }

  /// Asks in all three ways; gives the errors.
  ///
  /// The slowest must not take longer than the limit.
  private func errors(
    of model: GeminiModel,
    within limit: Duration,
    file: StaticString = #filePath,
    line: UInt = #line
  ) async throws -> [GenerationError] {
    var errors: [GenerationError] = []
    for way in 0..<3 {
      let start = ContinuousClock.now
      do {
        switch way {
        case 0: _ = try await model.generateContent(.prompt("Hi"))
        case 1: _ = try await model.streamContent(.prompt("Hi")).collected()
        default: _ = try await model.countTokens(.prompt("Hi"))
        }
        XCTFail("no error", file: file, line: line)
      } catch {
        errors.append(try XCTUnwrap(error as? GenerationError, "\(error)"))
      }
      XCTAssertLessThan(start.duration(to: .now), limit, file: file, line: line)
    }
    return errors
  }

  func testARefusedConnectionIsOffline() async throws {
    let recorder = LogRecorder()
    let model = try model(at: "http://127.0.0.1:1", .init())
    let errors = try await recorder.record {
      try await self.errors(of: model, within: .seconds(1))
    }
    XCTAssertTrue(errors.allSatisfy(\.isOffline), "\(errors)")
    XCTAssertEqual(recorder.entries, [], "not retried")
  }

  func testANameThatCannotBeResolvedIsOffline() async throws {
    let model = try model(
      at: "https://no-such-host.invalid",
      .init(connectTimeout: .seconds(1))
    )
    let errors = try await errors(of: model, within: .seconds(3))
    XCTAssertTrue(errors.allSatisfy(\.isOffline), "\(errors)")
  }

  func testAConnectionThatIsNeitherMadeNorRefusedIsOffline() async throws {
    let hole = BlackHole()
    let options = RequestOptions(connectTimeout: .milliseconds(300))
    let model = try model(at: "http://127.0.0.1:\(hole.port)", options)
    let errors = try await errors(of: model, within: .seconds(3))
    XCTAssertTrue(errors.allSatisfy(\.isOffline), "\(errors)")
  }

  func testAnOtherTimeLimitDoesNotChangeThat() async throws {
    let hole = BlackHole()
    let options = RequestOptions(timeout: .seconds(1), connectTimeout: .seconds(60))
    let model = try model(at: "http://127.0.0.1:\(hole.port)", options)
    let errors = try await errors(of: model, within: .seconds(3))
    XCTAssertTrue(errors.allSatisfy(\.isOffline), "\(errors)")
    let total = try self.model(
      at: "http://127.0.0.1:\(hole.port)",
      RequestOptions(totalTimeout: .milliseconds(200))
    )
    let others = try await self.errors(of: total, within: .seconds(1))
    XCTAssertTrue(others.allSatisfy(\.isOffline), "\(others)")
  }

  func testASlowServerIsNotOffline() async throws {
    let options = RequestOptions(timeout: .seconds(1), connectTimeout: .milliseconds(200))
    let model = try model("hang_before_headers", options: options)
    for error in try await errors(of: model, within: .seconds(2)) {
      guard case .timedOut(partialResponse: nil) = error else { return XCTFail("\(error)") }
    }
  }

  func testASlowServerMayTakeLongerThanConnecting() async throws {
    let options = RequestOptions(connectTimeout: .milliseconds(200))
    let response = try await model("pause", ["after": -1, "ms": 700], options: options)
      .generateContent(.prompt("Hi"))
    XCTAssertEqual(response.text, "echo: Hi")
  }

  func testTheTotalTimeIsBounded() async throws {
    let options = RequestOptions(totalTimeout: .milliseconds(500))
    let args: [String: GeneratedContent] = ["n": 1000, "delay_ms": 50]
    let stream = try model("many_chunks", args, options: options).streamContent(.prompt("Hi"))
    var count = 0
    let start = ContinuousClock.now
    do {
      for try await _ in stream { count += 1 }
      XCTFail("no error")
    } catch GenerationError.timedOut {}
    XCTAssertGreaterThan(count, 2)
    XCTAssertLessThan(start.duration(to: .now), .seconds(1))
  }

  func testALongAnswerIsNotCutByTheIdleLimit() async throws {
    let options = RequestOptions(timeout: .seconds(1))
    let args: [String: GeneratedContent] = ["n": 8, "delay_ms": 300]
    let chunks = try await model("many_chunks", args, options: options)
      .streamContent(.prompt("Hi")).collected()
    XCTAssertEqual(chunks.count, 8)
  }

  func testAStreamThatFallsSilentTimesOut() async throws {
    let options = RequestOptions(timeout: .seconds(1))
    var texts: [String] = []
    do {
      for try await chunk in try model("hang_mid_stream", options: options)
        .streamContent(.prompt("Hi there"))
      {
        texts.append(chunk.text)
      }
      XCTFail("no error")
    } catch GenerationError.timedOut {}
    XCTAssertEqual(texts.count, 2)
  }

  func testAnAbsurdLimitIsHarmless() async throws {
    for limit in [Duration.zero, .seconds(-5), .seconds(Int64.max)] {
      let options = RequestOptions(timeout: limit)
      let response = try await model(options: options).generateContent(.prompt("Hi"))
      XCTAssertEqual(response.text, "echo: Hi")
    }
  }
}
