import Foundation
import HybridInference
import TestSupport
import XCTest

@testable import CloudBackend

/// Servers on a real socket that do what no server should.
final class HostileServerTests: RawServerTestCase {
  /// A model that is gone before its request has been started is no crash.
  func testThousandsOfDroppedStreamsAreHarmless() async throws {
    let server = serve(.streamHead, .hold)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for number in 0..<500 {
            let stream = server.model().streamContent(.prompt("Hi"))
            if number.isMultiple(of: 3) { await Task.yield() }
            _ = stream
          }
        }
      }
    }
    let answer = try await serve(.whole(Self.answer)).model().generateContent(.prompt("Hi"))
    XCTAssertEqual(answer.text, "hello")
  }

  /// A connection that ends just when it is used again: the request goes over another one, whole.
  func testAConnectionThatEndsWhenItIsUsedAgainIsHarmless() async throws {
    let server = serve(
      .whole(Self.answer, headers: "Content-Type: application/json\r\n"),
      .request
    )
    let model = server.model(.init(timeout: .seconds(5), retry: .none))
    for number in 0..<5 {
      let answer = try await model.generateContent(.prompt("Hi"))
      XCTAssertEqual(answer.text, "hello", "\(number)")
      let chunks = try await model.streamContent(.prompt("Hi")).collected()
      XCTAssertEqual(chunks.map(\.text), ["hello"], "\(number)")
    }
    // Nothing was sent a third time: each but the first came over an ending connection, and anew.
    XCTAssertEqual(server.requests, 10)
  }

  /// The length of a request is said once: servers differ in which of two they believe.
  func testARequestHasOneLength() async throws {
    let server = serve(.whole(Self.answer))
    let model = server.model()
    _ = try await model.generateContent(.prompt("Hi"))
    _ = try await model.streamContent(.prompt("Hi")).collected()
    XCTAssertEqual(server.heads.count, 2)
    for head in server.heads.map({ $0.lowercased() }) {
      XCTAssertEqual(head.ranges(of: "\r\ncontent-length:").count, 1, head)
      XCTAssertFalse(head.contains("\r\ntransfer-encoding:"), head)
    }
  }

  func testACallForAPasswordIsAnErrorAtOnce() async throws {
    let body = #"{"error": {"code": 401, "message": "no", "status": "UNAUTHENTICATED"}}"#
    for challenge in [
      "WWW-Authenticate: Basic realm=\"x\"\r\n", "WWW-Authenticate: Basic\r\n",
      "WWW-Authenticate: Bearer realm=\"x\"\r\n",
      "WWW-Authenticate: Bearer realm=\"x\"\r\nWWW-Authenticate: Basic realm=\"x\"\r\n",
      "WWW-Authenticate: Basic realm=\"x\"\r\nWWW-Authenticate: Bearer realm=\"x\"\r\n",
      "WWW-Authenticate: Digest realm=\"x\", nonce=\"a\"\r\nWWW-Authenticate: Negotiate\r\n",
    ] {
      let server = serve(.whole(body, status: "401 U", headers: challenge))
      let errors = try await errors(of: server, .init(timeout: .seconds(9)), within: .seconds(1))
      assertCode(401, errors)
      guard case .backend(let error) = errors[0] else { return }
      XCTAssertEqual(error.status, "UNAUTHENTICATED", challenge)
      XCTAssertEqual(server.requests, 2, challenge)
    }
    let proxy = "Proxy-Authenticate: Basic realm=\"x\"\r\nWWW-Authenticate: Basic realm=\"x\"\r\n"
    for code in [403, 407] {
      let server = serve(.whole("no", status: "\(code) X", headers: proxy))
      assertCode(code, try await errors(of: server, within: .seconds(1)))
    }
  }

  /// An error whose text never ends is told by its code, by then or when it is too long.
  func testAnEndlessErrorIsToldInTime() async throws {
    let head = "HTTP/1.1 500 X\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n"
    let text = String(repeating: "a", count: 1000)
    let slow = serve(.send(head), .forever(.chunk(text), pause: .milliseconds(50)))
    assertCode(500, try await errors(of: slow, within: .seconds(2)))
    let options = RequestOptions(timeout: .seconds(60), retry: .none)
    // A flood would keep the one queue of all sessions busy until it ebbs.
    let pause = Duration.milliseconds(2)
    let fast = serve(
      .send(head),
      .forever(.chunk(String(repeating: text, count: 60)), pause: pause)
    )
    assertCode(500, try await errors(of: fast, options, within: .seconds(2)))
    let cut = serve(.send(head), .chunk("half an err"))
    assertCode(500, try await errors(of: cut, options, within: .seconds(1)))
  }

  /// Nothing but a message of the answer makes the limit start anew.
  func testWhatIsNoMessageDoesNotKeepARequestAlive() async throws {
    let pause = Duration.milliseconds(100)
    let start = RawServer.Step.send("HTTP/1.1 200 OK\r\n")
    let hint = RawServer.Step.send("HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n")
    for server in [
      serve(start, .forever(.send("X-A: a\r\n"), pause: pause)),
      serve(.forever(hint, pause: pause)),
      serve(.streamHead, .forever(.chunk(": ping\n\n"), pause: pause)),
      serve(.streamHead, .chunk("data: "), .forever(.chunk("a"), pause: pause)),
      serve(.streamHead, .forever(.chunk("event: x\n\n"), pause: pause)),
    ] {
      assertTimedOut(try await errors(of: server, within: .seconds(2)))
    }
    let later = serve(.streamHead, .event("a"), .forever(.chunk(": ping\n\n"), pause: pause))
    let stream = later.model(.init(timeout: .seconds(1))).streamContent(.prompt("Hi"))
    await assertThrows(try await stream.collected()) { error in
      guard case GenerationError.timedOut = error else { return XCTFail("\(error)") }
    }
  }

  /// After a finish reason, neither silence nor a lost connection is an error.
  func testACompleteAnswerNeedsNoCleanEnd() async throws {
    let usage = RawServer.Step.chunk("data: {\"usageMetadata\": {\"totalTokenCount\": 7}}\n\n")
    let end = RawServer.Step.event(" world", finish: "STOP")
    for (server, count) in [
      (serve(.streamHead, .event("hello"), end, .hold), nil),
      (serve(.streamHead, .event("hello"), end, usage, .hold), 7),
      (
        serve(
          .streamHead,
          .event("hello"),
          end,
          .forever(.chunk(": ping\n\n"), pause: .milliseconds(9))
        ), nil
      ),
      (serve(.streamHead, .event("hello"), end, .forever(usage, pause: .milliseconds(100))), 7),
      (serve(.streamHead, .event("hello"), end), nil),
      (serve(.streamHead, .event("hello"), end, usage), 7),
      (serve(.streamHead, .event("hello"), end, .send("zz\r\n")), nil),
    ] as [(RawServer, Int?)] {
      let session = GenerativeModelSession(model: server.model(.init(timeout: .seconds(30))))
      let start = ContinuousClock.now
      let response = try await session.streamResponse(to: "Hi").collect()
      XCTAssertLessThan(start.duration(to: .now), .seconds(3))
      XCTAssertEqual(response.content, "hello world")
      XCTAssertEqual(response.rawResponse.usageMetadata?.totalTokenCount, count)
      XCTAssertFalse(session.isResponding)
      XCTAssertEqual(server.requests, 1)
    }
    let cut = serve(.streamHead, .event("hello"))
    await assertThrows(
      try await GenerativeModelSession(model: cut.model()).streamResponse(to: "Hi").collect()
    ) { error in
      guard case GenerationError.connectionLost = error else { return XCTFail("\(error)") }
    }
  }

  func testWhatIsNoHTTPIsSaidToBeNone() async throws {
    for bytes in [
      Data((0..<100).flatMap { _ in UInt8(0)...255 }), Data(Self.answer.utf8),
      Data("HTTP/1.1 000 X\r\nContent-Length: 0\r\n\r\n".utf8), Data("SSH-2.0-x\r\n".utf8),
    ] {
      for error in try await errors(of: serve(.bytes(bytes)), within: .seconds(1)) {
        guard case .decodingFailure(let reason, _) = error else { return XCTFail("\(error)") }
        XCTAssertTrue(reason.contains("HTTP"), reason)
      }
    }
  }

  /// A stream has a limit of its size, also while nobody reads it.
  func testAnEndlessAnswerIsBounded() async throws {
    let text = String(repeating: "a", count: 10_000)
    let server = serve(.streamHead, .forever(.event(text), pause: .milliseconds(1)))
    let options = RequestOptions(retry: .none, maximumResponseSize: 1 << 20)
    let stream = server.model(options).streamContent(.prompt("Hi"))
    try await waitUntil("the connection is closed") { server.closed == 1 }
    var count = 0
    do {
      for try await chunk in stream { count += chunk.text.utf8.count }
      XCTFail("no error")
    } catch GenerationError.decodingFailure {}
    XCTAssertGreaterThan(count, 1 << 19)
    XCTAssertLessThan(count, 1 << 20)
  }

  func testAnEndlessAnswerStopsWhenItsReaderDoes() async throws {
    let server = serve(.streamHead, .forever(.event("word "), pause: .milliseconds(1)))
    for try await _ in server.model().streamContent(.prompt("Hi")) { break }
    try await waitUntil("the connection is closed") { server.closed == 1 }
  }

  func testTimesThatMakeNoSenseAreHarmless() async throws {
    let server = serve(.whole(Self.answer))
    let longest = Duration(secondsComponent: .max, attosecondsComponent: 0)
    for time in [Duration.seconds(Int64.max), longest, .seconds(1e9)] {
      let options = RequestOptions(timeout: time, connectTimeout: time, totalTimeout: time)
      let answer = try await server.model(options).generateContent(.prompt("Hi"))
      XCTAssertEqual(answer.text, "hello")
    }
    for time in [Duration.zero, .seconds(-1), .seconds(Int64.min), .zero - longest] {
      let answer = try await server.model(.init(timeout: time)).generateContent(.prompt("Hi"))
      XCTAssertEqual(answer.text, "hello")
      for options in [
        RequestOptions(connectTimeout: time, totalTimeout: time), .init(totalTimeout: time),
      ] {
        _ = try await errors(of: server, options, within: .seconds(1))
      }
      let policy = RetryPolicy(initialDelay: time, maximumDelay: time, waitingBudget: time)
      let failing = serve(.whole("no", status: "503 X"))
      assertCode(503, try await errors(of: failing, .init(retry: policy), within: .seconds(1)))
    }
  }

  /// A wait that is longer than any budget is not waited for; a huge one can be cancelled.
  func testAWaitWithoutEndIsAnErrorOrCanBeCancelled() async throws {
    let head = "Retry-After: 99999999999999999999\r\n"
    let server = serve(.whole("no", status: "429 X", headers: head))
    for error in try await errors(of: server, .init(), within: .seconds(1)) {
      guard case .rateLimited(let delay?) = error else { return XCTFail("\(error)") }
      XCTAssertGreaterThan(delay, .seconds(100_000_000))
    }
    XCTAssertEqual(server.requests, 2)
    let recorder = LogRecorder()
    let huge = RetryPolicy(waitingBudget: .seconds(Int64.max))
    try await recorder.record {
      let task = Task { try await server.model(.init(retry: huge)).generateContent(.prompt("Hi")) }
      try await waitUntil("the retry is logged") { !recorder.entries.isEmpty }
      task.cancel()
      await assertThrows(try await task.value) { XCTAssertTrue($0 is CancellationError, "\($0)") }
    }
  }

  /// Many candidates take no time that grows with their square.
  func testTwentyThousandCandidatesAreRead() async throws {
    let candidates = (0..<20_000).map {
      #"{"content": {"parts": [{"text": "x"}]}, "finishReason": "STOP", "index": \#($0)}"#
    }
    let event = "data: {\"candidates\": [\(candidates.joined(separator: ","))]}\n\n"
    let session = GenerativeModelSession(model: serve(.streamHead, .chunk(event)).model())
    let start = ContinuousClock.now
    let response = try await session.streamResponse(to: "Hi").collect()
    XCTAssertEqual(response.rawResponse.candidates.count, 20_000)
    XCTAssertLessThan(start.duration(to: .now), .seconds(6))
  }
}
