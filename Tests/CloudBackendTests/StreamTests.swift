import Foundation
import HybridInference
import TestSupport
import XCTest

@testable import CloudBackend

final class StreamTests: CloudTestCase {
  /// Whatever the bytes on the wire look like, the answer is the same (S2, S3).
  func testEveryFormOfAStreamGivesTheSame() async throws {
    let text = "echo: naïve café – 日本語 – 👩‍👩‍👧"
    let argument = GeneratedContent(kind: .string(text))
    // Without "trailers" (see Docs/Limits.md): on Linux the URLSession of Swift 6.3 ends the process
    // when a server sends header fields after the body, and offers no way to refuse them.
    for (scenario, args) in [
      ("crlf", [:]), ("lf", [:]), ("cr", [:]), ("gzip", [:]),
      ("sse_comments", [:]), ("sse_comments", ["bom": true]), ("utf8_split", [:]),
      ("echo", ["chunk_bytes": 1]), ("cr", ["chunk_bytes": 3]), ("crlf", ["chunk_bytes": 7]),
      ("echo", ["ascii": true]),
    ] as [(String, [String: GeneratedContent])] {
      let args = args.merging(["text": argument]) { $1 }
      let chunks = try await model(scenario, args).streamContent(.prompt("Hi")).collected()
      XCTAssertEqual(chunks.map(\.text).joined(), text, scenario)
      XCTAssertEqual(chunks.last?.candidates.first?.finishReason, .stop, scenario)
      let whole = try await model(scenario, args).generateContent(.prompt("Hi"))
      XCTAssertEqual(whole.text, text, scenario)
    }
  }

  func testManyChunksAndAHugeOne() async throws {
    let many = try await model("many_chunks", ["n": 2000]).streamContent(.prompt("Hi")).collected()
    XCTAssertEqual(many.map(\.text).joined(), (0..<2000).map { "\($0) " }.joined())
    let huge = try await model("huge_chunk").streamContent(.prompt("Hi")).collected()
    XCTAssertEqual(huge.map(\.text.count), [1 << 20])
  }

  /// An error object in the middle of a stream (S1).
  func testAnErrorInTheMiddleHasItsCode() async throws {
    var texts: [String] = []
    let options = RequestOptions()
    do {
      for try await chunk in try model("error_mid_stream", options: options)
        .streamContent(.prompt("Hi there"))
      {
        texts.append(chunk.text)
      }
      XCTFail("no error")
    } catch GenerationError.backend(let error) {
      XCTAssertEqual(error.code, 503)
      XCTAssertEqual(error.status, "UNAVAILABLE")
      XCTAssertTrue(error.message.contains("overloaded"))
    }
    XCTAssertEqual(texts.count, 2, "not retried after content was delivered")
    let count = try await server?.requests().count
    XCTAssertEqual(count, 1)
  }

  /// The same, and its neighbours, as a session tells them: with what had come.
  func testTheSessionKeepsWhatHadCome() async throws {
    for (scenario, args) in [
      ("error_mid_stream", [:]), ("drop_mid_stream", [:]), ("close_mid_stream", [:]),
      ("cut", ["truncate": true]), ("cut", ["after": 1, "truncate": true]),
    ] as [(String, [String: GeneratedContent])] {
      let session = GenerativeModelSession(model: try model(scenario, args))
      await assertThrows(try await session.streamResponse(to: "Hi there").collect()) { error in
        let error = error as? GenerationError
        XCTAssertEqual(error?.partialResponse?.text.hasPrefix("echo"), true, "\(scenario) \(args)")
        switch error {
        case .connectionLost where scenario != "error_mid_stream": break
        case .backend where scenario == "error_mid_stream": break
        default: XCTFail("\(scenario) \(args): \(error as Any)")
        }
      }
      XCTAssertTrue(session.transcript.isEmpty)
    }
  }

  /// A connection that is lost never hangs and never looks complete (S4).
  func testALostConnectionIsTold() async throws {
    for args: [String: GeneratedContent] in [
      ["reset": true], ["truncate": true], ["reset": true, "after": 0],
      ["truncate": true, "after": 0], ["truncate": true, "raw": true, "tail": "data: {\"cand"],
    ] {
      let stream = try model("cut", args).streamContent(.prompt("Hi there"))
      await assertThrows(try await stream.collected()) { error in
        guard case GenerationError.connectionLost = error else {
          return XCTFail("\(args) \(error)")
        }
      }
      await assertThrows(try await model("cut", args).generateContent(.prompt("Hi there"))) {
        guard case GenerationError.connectionLost = $0 else { return XCTFail("\(args) \($0)") }
      }
    }
  }

  func testAStreamWithoutAnEndJustEnds() async throws {
    let chunks = try await model("close_mid_stream").streamContent(.prompt("Hi there")).collected()
    XCTAssertEqual(chunks.count, 2)
    XCTAssertNil(chunks.last?.candidates.first?.finishReason)
  }

  func testBrokenJSONIsADecodingFailure() async throws {
    await assertThrows(
      try await model("malformed_json").streamContent(.prompt("Hi there")).collected()
    ) { error in
      guard case GenerationError.decodingFailure = error else { return XCTFail("\(error)") }
    }
  }

  func testAnEventThatIsTooLargeIsRefused() async throws {
    let options = RequestOptions(maximumResponseSize: 1000, maximumEventSize: 1000)
    let stream = try model("huge_chunk", options: options).streamContent(.prompt("Hi"))
    await assertThrows(try await stream.collected()) { error in
      guard case GenerationError.decodingFailure = error else { return XCTFail("\(error)") }
    }
    await assertThrows(
      try await model("huge_chunk", options: options).generateContent(.prompt("Hi"))
    ) { error in
      guard case GenerationError.decodingFailure = error else { return XCTFail("\(error)") }
    }
    // Many small ones are no large one.
    let many = try await model("many_chunks", ["n": 100], options: .init(maximumEventSize: 1000))
      .streamContent(.prompt("Hi")).collected()
    XCTAssertEqual(many.count, 100)
  }

  /// A reader that is cancelled or leaves closes the connection (S5).
  func testTheServerNoticesWhenTheReaderLeaves() async throws {
    for scenario in ["hang_before_headers", "hang_mid_stream"] {
      for isStreamed in [false, true] {
        try await server?.reset()
        let model = try model(scenario)
        let task = Task {
          if isStreamed {
            for try await _ in model.streamContent(.prompt("Hi there")) {}
            try Task.checkCancellation()
          } else {
            _ = try await model.generateContent(.prompt("Hi there"))
          }
        }
        _ = try await server?.requests { $0.count == 1 }
        try await Task.sleep(for: .milliseconds(100))
        let start = ContinuousClock.now
        task.cancel()
        await assertThrows(try await task.value) { error in
          XCTAssertTrue(error is CancellationError, "\(scenario) \(error)")
        }
        XCTAssertLessThan(start.duration(to: .now), .seconds(1))
        let records = try await server?.requests { $0.first?.cut == true }
        XCTAssertEqual(records?.map(\.cut), [true], "\(scenario) \(isStreamed)")
      }
    }
    try await server?.reset()
    for try await _ in try model("hang_mid_stream").streamContent(.prompt("Hi there")) { break }
    let records = try await server?.requests { $0.first?.cut == true }
    XCTAssertEqual(records?.map(\.cut), [true], "left")
  }

  /// So does the reader of a session, who can ask again at once (S5).
  func testTheServerNoticesWhenTheReaderOfASessionLeaves() async throws {
    let session = GenerativeModelSession(model: try model("hang_mid_stream"))
    for turn in 1...3 {
      for try await _ in session.streamResponse(to: "Hi there") { break }
      XCTAssertFalse(session.isResponding)
      XCTAssertTrue(session.transcript.isEmpty)
      let records = try await server?.requests { $0.filter(\.cut).count == turn }
      XCTAssertEqual(records?.map(\.cut), Array(repeating: true, count: turn))
    }
  }

  func testATaskThatIsCancelledAlreadySendsNothing() async throws {
    let model = try model()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      _ = try await model.generateContent(.prompt("Hi"))
    }
    await assertThrows(try await task.value) { XCTAssertTrue($0 is CancellationError, "\($0)") }
    let count = try await server?.requests().count
    XCTAssertEqual(count, 0)
  }

  func testAFirstTokenThatIsSlowIsWaitedFor() async throws {
    let model = try model("slow_first_token", ["ms": 300])
    let start = ContinuousClock.now
    let chunks = try await model.streamContent(.prompt("Hi there")).collected()
    XCTAssertEqual(chunks.map(\.text).joined(), "echo: Hi there")
    XCTAssertGreaterThan(start.duration(to: .now), .milliseconds(250))
  }

  /// Nothing stays behind that would keep a process alive: no session, no timer (S9).
  func testNothingStaysAfterTheLastRequest() async throws {
    weak var transport: URLSessionTransport?
    do {
      let model = try model()
      transport = model.api.transport as? URLSessionTransport
      _ = try await model.generateContent(.prompt("Hi"))
      _ = try await model.streamContent(.prompt("Hi")).collected()
      XCTAssertNotNil(transport)
    }
    for _ in 0..<100 where transport != nil { try await Task.sleep(for: .milliseconds(20)) }
    XCTAssertNil(transport)
  }

  func testUsageOfTheLastChunkIsThere() async throws {
    let chunks = try await model("thinking").streamContent(.prompt("Hi there")).collected()
    XCTAssertEqual(chunks.last?.usageMetadata?.thoughtsTokenCount, 17)
    XCTAssertEqual(Set(chunks.map(\.responseID)).count, 1)
  }
}
