import Foundation
import HybridInference
import TestSupport
import XCTest

@testable import CloudBackend

final class TransportTests: CloudTestCase {
  func testConnectionsAreUsedAgain() async throws {
    let model = try model()
    let copy = model
    for turn in 0..<5 {
      _ = try await model.generateContent(.prompt("Hi \(turn)"))
      _ = try await copy.streamContent(.prompt("Hi \(turn)")).collected()
    }
    let connections = try await server?.requests().map(\.connection) ?? []
    XCTAssertEqual(connections.count, 10)
    XCTAssertEqual(Set(connections).count, 1)
  }

  func testFiftyRequestsAtOnceAreAllAnswered() async throws {
    let model = try model("echo", ["delay_ms": 20])
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<50 {
        group.addTask {
          let text = "Hi \(number)"
          let answer =
            number.isMultiple(of: 2)
            ? try await model.generateContent(.prompt(text)).text
            : try await model.streamContent(.prompt(text)).collected().map(\.text).joined()
          XCTAssertEqual(answer, "echo: " + text)
        }
      }
      try await group.waitForAll()
    }
    let count = try await server?.requests().count
    XCTAssertEqual(count, 50)
  }

  func testLongAnswersDoNotBlockOthers() async throws {
    let api = try XCTUnwrap(server).baseURL
    let shared = GeminiAPI.developer(apiKey: OracleServer.apiKey, baseURL: api)
    try await server?.play(.init("hang_mid_stream", times: 40), .init("echo"))
    let model = GeminiModel(name: "gemini-2.5-flash", api: shared)
    let tasks = (0..<40).map { _ in
      Task { for try await _ in model.streamContent(.prompt("Hi there")) {} }
    }
    _ = try await server?.requests { $0.count == 40 }
    let response = try await model.generateContent(.prompt("Hi"))
    XCTAssertEqual(response.text, "echo: Hi")
    for task in tasks { task.cancel() }
  }

  func testCancellingManyAtOnceEndsAll() async throws {
    let model = try model("hang_before_headers")
    let tasks = (0..<50).map { number in
      Task {
        if number.isMultiple(of: 2) {
          _ = try await model.generateContent(.prompt("Hi"))
        } else {
          _ = try await model.streamContent(.prompt("Hi")).collected()
        }
        try Task.checkCancellation()
      }
    }
    try await Task.sleep(for: .milliseconds(200))
    for task in tasks { task.cancel() }
    for task in tasks {
      await assertThrows(try await task.value) { XCTAssertTrue($0 is CancellationError, "\($0)") }
    }
    let response = try await self.model().generateContent(.prompt("Hi"))
    XCTAssertEqual(response.text, "echo: Hi")
  }

  func testFailuresThatPassAreRetried() async throws {
    expectsRefusals = true
    let options = RequestOptions(retry: RetryPolicy(initialDelay: .milliseconds(1)))
    for (scenario, args, retries) in [
      ("error_503_then_ok", ["token": "a"], 1),
      ("error_503_then_ok", ["token": "b", "times": 2], 2),
      ("error_429_then_ok", ["token": "c"], 1),
    ] as [(String, [String: GeneratedContent], Int)] {
      let recorder = LogRecorder()
      let model = try model(scenario, args, options: options)
      let unary = try await recorder.record { try await model.generateContent(.prompt("Hi")) }
      XCTAssertEqual(unary.route.map(\.retries), [retries])
      XCTAssertEqual(recorder.entries.count, retries)
      var args = args
      args["token"] = .init(kind: .string("stream \(args)"))
      let stream = try self.model(scenario, args, options: options).streamContent(.prompt("Hi"))
      let chunks = try await recorder.record { try await stream.collected() }
      XCTAssertEqual(chunks.map(\.text).joined(), "echo: Hi")
      XCTAssertEqual(chunks.last?.route.map(\.retries), [retries])
    }
  }

  func testALostConnectionIsRetriedBeforeAnyContent() async throws {
    let options = RequestOptions(retry: RetryPolicy(initialDelay: .milliseconds(1)))
    let api = GeminiAPI.developer(
      apiKey: OracleServer.apiKey,
      baseURL: try XCTUnwrap(server).baseURL
    )
    let model = GeminiModel(name: "gemini-2.5-flash", api: api, requestOptions: options)
    try await server?.play(
      .init("cut", ["after": 0, "reset": true], times: 1),
      .init("echo", times: 1),
      .init("cut", ["reset": true], times: 1),
      .init("echo")
    )
    let recorder = LogRecorder()
    try await recorder.record {
      let response = try await model.generateContent(.prompt("Hi"))
      XCTAssertEqual(response.route.map(\.retries), [1])
      await assertThrows(try await model.streamContent(.prompt("Hi there")).collected()) { error in
        guard case GenerationError.connectionLost = error else { return XCTFail("\(error)") }
      }
    }
    let count = try await server?.requests().count
    XCTAssertEqual(count, 3)
  }

  func testTheWaitBeforeARetryCanBeCancelled() async throws {
    expectsRefusals = true
    let policy = RetryPolicy(waitingBudget: .seconds(100))
    let details: GeneratedContent = [
      ["@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "60s"]
    ]
    let model = try model(
      "error",
      ["code": 503, "details": details],
      options: .init(retry: policy)
    )
    let recorder = LogRecorder()
    try await recorder.record {
      let task = Task { _ = try await model.generateContent(.prompt("Hi")) }
      try await waitUntil("the retry is logged") { !recorder.entries.isEmpty }
      task.cancel()
      let start = ContinuousClock.now
      await assertThrows(try await task.value) { XCTAssertTrue($0 is CancellationError, "\($0)") }
      XCTAssertLessThan(start.duration(to: .now), .seconds(1))
    }
  }
}
