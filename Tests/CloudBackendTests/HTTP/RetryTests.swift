import Foundation
import HybridInference
import Synchronization
import TestSupport
import XCTest

@testable import CloudBackend

/// Which requests are sent again, and after which waits; nothing is waited for.
final class RetryTests: XCTestCase {
  /// Plays one answer after the other, and then the last one again and again.
  private final class Script: HTTPTransport {
    private let answers: [PlayedTransport]
    private let count = Mutex(0)

    init(_ answers: [PlayedTransport]) {
      self.answers = answers
    }

    /// How many requests were sent.
    var requests: Int { count.withLock(\.self) }

    func send(_ request: HTTPRequest) -> AsyncThrowingStream<HTTPEvent, any Error> {
      let number = count.withLock { count in
        defer { count += 1 }
        return count
      }
      return answers[min(number, answers.count - 1)].send(request)
    }
  }

  private struct Run {
    var result: Result<String, any Error>
    var requests: Int
    var waits: [Duration]
  }

  private static let answer = PlayedTransport.whole(
    #"{"candidates": [{"content": {"parts": [{"text": "ok"}]}, "finishReason": "STOP"}]}"#
  )

  private func run(
    _ answers: PlayedTransport...,
    streams: Bool,
    _ policy: RetryPolicy = RetryPolicy(initialDelay: .seconds(1), waitingBudget: .seconds(100))
  ) async throws -> Run {
    let script = Script(answers)
    let clock = ImpatientClock()
    var model = answers[0].model()
    model = GeminiModel(
      name: model.name,
      api: GeminiAPI(
        service: model.api.service,
        version: model.api.version,
        baseURL: nil,
        headers: model.api.headers,
        credential: model.api.credential,
        transport: script
      ),
      requestOptions: RequestOptions(retry: policy)
    )
    let client = GeminiClient(
      api: model.api,
      modelName: model.name,
      options: model.requestOptions,
      clock: clock,
      random: { 0.5 }
    )
    let result: Result<String, any Error>
    do {
      let text = try await LogRecorder().record {
        try await self.text(of: client, asking: model, streams: streams)
      }
      result = .success(text)
    } catch {
      result = .failure(error)
    }
    return Run(result: result, requests: script.requests, waits: clock.sleeps)
  }

  private func text(
    of client: GeminiClient,
    asking model: GeminiModel,
    streams: Bool
  ) async throws -> String {
    guard streams else {
      let call = try GeminiCall(.generateContent, for: .prompt("Hi"), to: model)
      return try await client.send(call) { body, _ in
        GenerateContentResponse(try Wire.Response.decode(body)).text
      }
    }
    var text = ""
    let call = try GeminiCall(.streamGenerateContent, for: .prompt("Hi"), to: model)
    try await client.stream(call) { piece, _ in text += GenerateContentResponse(piece).text }
    return text
  }

  private func error(_ code: Int, details: String = "[]") -> PlayedTransport {
    .whole(
      #"{"error": {"code": \#(code), "message": "m", "status": "S", "details": \#(details)}}"#,
      status: code
    )
  }

  private static let lost = PlayedTransport(pieces: [], end: .connectionLost)

  func testJustWhatMayPassIsSentAgain() async throws {
    for streams in [false, true] {
      for code in [408, 429, 500, 502, 503, 504] {
        let run = try await run(error(code), error(code), Self.answer, streams: streams)
        XCTAssertEqual(try? run.result.get(), "ok", "\(code)")
        XCTAssertEqual(run.requests, 3, "\(code)")
        // Full jitter, at half of its ceiling, which doubles.
        XCTAssertEqual(run.waits, [.seconds(0.5), .seconds(1)], "\(code)")
      }
      for code in [300, 304, 400, 401, 402, 403, 404, 405, 409, 413, 422, 499, 501, 505, 511] {
        let run = try await run(error(code), Self.answer, streams: streams)
        XCTAssertNil(try? run.result.get(), "\(code)")
        XCTAssertEqual(run.requests, 1, "\(code)")
        XCTAssertEqual(run.waits, [], "\(code)")
      }
      let lost = try await run(Self.lost, Self.answer, streams: streams)
      XCTAssertEqual(try? lost.result.get(), "ok")
      XCTAssertEqual(lost.requests, 2)
      for end: GenerationError in [.offline, .timedOut, .decodingFailure, .internalError] {
        let run = try await run(PlayedTransport(pieces: [], end: end), streams: streams)
        XCTAssertEqual(run.requests, 1, "\(end)")
      }
    }
  }

  /// The server's own wish is waited for, to the fraction of a second (S6).
  func testWaitsAsLongAsTheServerAsks() async throws {
    let wish =
      #"[{"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "45.837906927s"}]"#
    for streams in [false, true] {
      for code in [429, 503] {
        let run = try await run(error(code, details: wish), Self.answer, streams: streams)
        XCTAssertEqual(try? run.result.get(), "ok")
        XCTAssertEqual(run.waits, [.seconds(45.837906927)])
        let short = RetryPolicy(waitingBudget: .seconds(45))
        let failed = try await self.run(error(code, details: wish), streams: streams, short)
        XCTAssertNil(try? failed.result.get())
        XCTAssertEqual(failed.requests, 1)
        XCTAssertEqual(failed.waits, [], "what is longer than the budget is not waited for")
      }
    }
  }

  /// A quota of the day is not there again in a minute, whatever else the error says (S6).
  func testAQuotaOfTheDayIsNotAskedForAgain() async throws {
    let wish = #"{"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "3s"}"#
    for (quota, isDaily) in [
      ("GenerateRequestsPerDayPerProjectPerModel-FreeTier", true),
      ("GenerateContentInputTokensPerModelPerDay-FreeTier", true),
      ("GenerateRequestsPerMinutePerProjectPerModel-FreeTier", false),
    ] {
      let violation =
        #"{"@type": "type.googleapis.com/google.rpc.QuotaFailure", "#
        + #""violations": [{"quotaId": "\#(quota)"}]}"#
      for details in ["[\(violation), \(wish)]", "[\(wish), \(violation)]"] {
        for streams in [false, true] {
          let run = try await run(error(429, details: details), Self.answer, streams: streams)
          XCTAssertEqual(run.requests, isDaily ? 1 : 2, quota)
          XCTAssertEqual(run.waits, isDaily ? [] : [.seconds(3)], quota)
        }
      }
    }
  }

  func testNothingIsSentAgainAfterContent() async throws {
    let text = #"{"candidates": [{"content": {"parts": [{"text": "a"}]}}]}"#
    let error = #"{"error": {"code": 503, "message": "m", "status": "UNAVAILABLE"}}"#
    for cut in [
      PlayedTransport.stream(text, end: .connectionLost), .stream(text, error),
      .stream(text, "{", end: .connectionLost), .stream(text, end: .timedOut),
    ] {
      let run = try await run(cut, Self.answer, streams: true)
      XCTAssertNil(try? run.result.get())
      XCTAssertEqual(run.requests, 1)
    }
    let before = try await run(.stream(error), Self.answer, streams: true)
    XCTAssertEqual(try? before.result.get(), "ok", "an error that comes first may pass")
    XCTAssertEqual(before.requests, 2)
  }

  func testTheNumberOfAttemptsIsThatOfThePolicy() async throws {
    for attempts in 1...4 {
      let policy = RetryPolicy(maximumAttempts: attempts, initialDelay: .milliseconds(1))
      let run = try await run(error(503), streams: false, policy)
      XCTAssertEqual(run.requests, attempts)
      XCTAssertEqual(run.waits.count, attempts - 1)
    }
  }
}
