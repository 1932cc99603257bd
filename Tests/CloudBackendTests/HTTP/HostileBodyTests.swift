import Foundation
import HybridInference
import TestSupport
import XCTest

@testable import CloudBackend

/// Bodies of answers as no server should send them.
final class HostileBodyTests: RawServerTestCase {
  private static let json = "Content-Type: application/json\r\n"
  private static let chunked =
    "HTTP/1.1 200 OK\r\n\(json)Transfer-Encoding: chunked\r\n\r\n"

  private func whole(_ body: String, _ lines: String = "") -> RawServer {
    serve(.whole(body, headers: Self.json + lines))
  }

  /// An event stream of these bytes, as one chunk.
  private func stream(_ body: Data) -> RawServer {
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
    return serve(.send(head), .bytes(body))
  }

  func testChunksMayHaveExtensions() async throws {
    let size = String(Self.answer.utf8.count, radix: 16)
    for line in [
      "\(size);a=b", "\(size); a=\"b;c\"", "000000\(size)", size.uppercased(), "\(size) ",
    ] {
      let body = "\(line)\r\n\(Self.answer)\r\n0;last\r\n\r\n"
      try await assertAnswer(of: serve(.send(Self.chunked), .send(body)), line)
    }
  }

  func testChunksThatAreNoneAreALostConnection() async throws {
    for body in [
      "zz\r\n\(Self.answer)", "-5\r\n\(Self.answer)\r\n0\r\n\r\n", "\r\n\r\n", Self.answer,
      "ffffffffffffffffff\r\n\(Self.answer)", "5\r\n\(Self.answer)\r\n0\r\n\r\n", "4",
    ] {
      assertLost(
        try await errors(of: serve(.send(Self.chunked), .send(body)), within: .seconds(1)),
        body
      )
    }
  }

  func testCompressedBodiesThatAreNone() async throws {
    for encoding in ["gzip", "deflate", "br", "zstd", "odd", "gzip, gzip"] {
      let lines = "Content-Encoding: \(encoding)\r\n"
      _ = try await errors(of: whole(Self.answer, lines), within: .seconds(1))
    }
  }

  /// The answer, compressed by gzip.
  private static let compressed = Data(
    base64Encoded: "H4sIAAAAAAACA6tWSk7MS8lMSSxJLVayUoiuVkrOzytJzSsBcqqVChKLSqDC"
      + "JakVIDGljNScnHyl2thaHQWltMy8zOKMoNTE4vw8kFxwiH8ASAoANN/AQFUAAAA="
  )

  /// An answer that was changed on its way is an error, or still the answer; never half of it.
  func testCompressedBodiesThatAreBroken() async throws {
    let good = try XCTUnwrap(Self.compressed)
    let lines = "Content-Encoding: gzip\r\n"
    func server(_ body: Data) -> RawServer {
      let head = "HTTP/1.1 200 OK\r\n\(Self.json)\(lines)Content-Length: \(body.count)\r\n\r\n"
      return serve(.send(head), .bytes(body))
    }
    try await assertAnswer(of: server(good))
    var bodies = [good + Data("garbage".utf8), good + good, good + Data(count: 100)]
    bodies += [0, 1, 9, 10, 11, good.count / 2, good.count - 9, good.count - 8, good.count - 1]
      .map { good.prefix($0) }
    for position in [0, 3, 10, good.count / 2, good.count - 8, good.count - 1] {
      var changed = good
      changed[position] ^= 0xFF
      bodies.append(changed)
    }
    for (number, body) in bodies.enumerated() {
      for streams in [false, true] {
        let session = GenerativeModelSession(model: server(body).model(.init(timeout: .seconds(2))))
        do {
          let text = try await session.answer("Hi", streams: streams).content
          XCTAssertEqual(text, "hello", "\(number)")
        } catch {
          XCTAssertTrue(error is GenerationError, "\(number) \(error)")
        }
      }
    }
  }

  /// Wherever JSON is too deep, it is an error and no crash.
  func testDeepJSONIsAnError() async throws {
    for depth in [400, 10_000] {
      let arrays = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      let objects =
        String(repeating: #"{"a":"#, count: depth) + "1" + String(repeating: "}", count: depth)
      for deep in [arrays, objects] {
        let parts = [
          #"{"functionCall": {"name": "f", "args": {"a": \#(deep)}}}"#, #"{"odd": \#(deep)}"#,
        ]
        let bodies =
          parts.map {
            #"{"candidates": [{"content": {"parts": [\#($0)]}, "finishReason": "STOP"}]}"#
          }
          + [
            deep, #"{"candidates": \#(deep)}"#, #"{"odd": \#(deep)}"#, #"{"error": \#(deep)}"#,
            #"{"error": {"code": 400, "details": [\#(deep)]}}"#, "[" + deep,
          ]
        for body in bodies {
          for transport in [
            PlayedTransport.whole(body), .whole(body, status: 500), .stream(body),
          ] {
            for streams in [false, true] {
              let session = GenerativeModelSession(model: transport.model())
              do {
                _ = try await session.answer("Hi", streams: streams)
                XCTAssertEqual(depth, 400, "only what is not too deep can be read")
              } catch {
                XCTAssertTrue(error is GenerationError, "\(error)")
                XCTAssertLessThan("\(error)".count, 1000)
              }
            }
          }
        }
      }
    }
  }

  /// What JSON leaves open, or forbids, is read or is an error.
  func testOddJSON() async throws {
    func part(_ json: String) -> String {
      #"{"candidates": [{"content": {"parts": [{\#(json)}]}, "finishReason": "STOP"}]}"#
    }
    func call(_ args: String) -> String {
      part(#""functionCall": {"name": "f", "args": \#(args)}"#)
    }
    func answer(_ more: String) -> String { Self.answer.dropLast() + more + "}" }
    let bodies: [String] = [
      part(#""text": "a", "text": "b""#), part(#""text": "\ud83d""#),
      part(#""text": "\ude00\ud83d""#),
      part("\"text\": \"\u{0}\u{1B}\n\""), part(#""text": "\u0000""#),
      call(#"{"a": 1, "a": 2}"#), call(#"{"a": 1e999}"#),
      call(#"{"a": -1e999}"#), call(#"{"a": 1e-999}"#),
      call(#"{"a": 123456789012345678901234567890}"#), call(#"{"a": 01}"#),
      call(#"{"a": NaN}"#), call(#"{"a": -0}"#), call(#"{"": 1}"#),
      call(#"{"\ud83d": 1}"#), answer(", "), Self.answer + "x",
      answer(#", "usageMetadata": {"totalTokenCount": 1e999}"#),
      answer(#", "usageMetadata": {"totalTokenCount": 1.5}"#),
      answer(#", "usageMetadata": {"totalTokenCount": -99999999999999999999}"#),
      #"{"candidates": [{"index": 99999999999999999999}]}"#,
      #"{"candidates": [{"index": -1, "content": {"parts": [{"text": "a"}]}, "finishReason": "STOP"}]}"#,
      #"{"error": {"code": 1e999}}"#, #"{"error": {"code": 99999999999999999999}}"#,
      #"{"error": {"code": 429, "details": [{"@type": "google.rpc.RetryInfo", "retryDelay": "NaNs"}]}}"#,
    ]
    for body in bodies {
      for transport in [PlayedTransport.whole(body), .whole(body, status: 503), .stream(body)] {
        for streams in [false, true] {
          let session = GenerativeModelSession(model: transport.model())
          do {
            let response = try await session.answer("Hi", streams: streams).rawResponse
            // What was read can be kept, and sent.
            let saved = try JSONEncoder().encode(session.transcript)
            XCTAssertEqual(
              try JSONDecoder().decode(Transcript.self, from: saved),
              session.transcript,
              body
            )
            var request = ModelRequest.conversation(Array(session.transcript))
            request.transcript.append(.user(.text("Go on")))
            _ = try GeminiCall(.generateContent, for: request, to: transport.model())
            XCTAssertFalse(response.candidates.isEmpty)
          } catch {
            XCTAssertTrue(error is GenerationError, "\(body): \(error)")
          }
        }
      }
    }
  }

  func testBytesThatAreNoUTF8AreAnError() async throws {
    for bytes in [
      [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80], [0xE2],
    ] {
      let halves = Self.answer.split(separator: "hello", omittingEmptySubsequences: false)
      let body = Data(halves[0].utf8) + Data(bytes.map { UInt8($0) }) + Data(halves[1].utf8)
      for transport in [
        PlayedTransport(mediaType: "application/json", pieces: [body]),
        PlayedTransport(pieces: [Data("data: ".utf8) + body + Data("\n\n".utf8)]),
      ] {
        for streams in [false, true] {
          let session = GenerativeModelSession(model: transport.model())
          do {
            let text = try await session.answer("Hi", streams: streams).content
            XCTAssertTrue(text.allSatisfy { $0 == "\u{FFFD}" }, text.debugDescription)
          } catch {
            XCTAssertTrue(error is GenerationError, "\(error)")
          }
        }
      }
    }
  }

  /// A byte order mark is no part of an answer; only one is a mark.
  func testByteOrderMarks() async throws {
    let mark = Data([0xEF, 0xBB, 0xBF])
    let event = Data("data: \(Self.answer)\n\n".utf8)
    for body in [event, mark + event] {
      let text = try await GenerativeModelSession(model: stream(body).model())
        .streamResponse(to: "Hi").collect().content
      XCTAssertEqual(text, "hello")
    }
    // The second one is the start of a field's name, which nobody knows.
    let twice = GenerativeModelSession(model: stream(mark + mark + event + event).model())
    let text = try await twice.streamResponse(to: "Hi").collect().content
    XCTAssertEqual(text, "hello")
    for body in [Self.answer, "[\(Self.answer)]"] {
      let transport = PlayedTransport(
        mediaType: "application/json",
        pieces: [mark.prefix(1), mark.dropFirst(), Data(body.utf8)]
      )
      let text = try await GenerativeModelSession(model: transport.model())
        .streamResponse(to: "Hi").collect().content
      XCTAssertEqual(text, "hello", body)
    }
    try await assertAnswer(of: whole("\u{FEFF}" + Self.answer), "in one piece")
  }

  /// An event beyond its limit is refused by its size, one below is read; both in time.
  func testHugeEvents() async throws {
    let text = Data(repeating: 0x61, count: 20_000_000)
    let halves = Self.answer.split(separator: "hello", omittingEmptySubsequences: false)
    let event = Data("data: \(halves[0])".utf8) + text + Data("\(halves[1])\n\n".utf8)
    let read = GenerativeModelSession(model: stream(event).model())
    let answer = try await read.streamResponse(to: "Hi").collect().content
    XCTAssertEqual(answer.utf8.count, text.count)
    let options = RequestOptions(retry: .none, maximumEventSize: 10_000_000)
    let refused = GenerativeModelSession(model: stream(event).model(options))
    await assertThrows(try await refused.streamResponse(to: "Hi").collect()) { error in
      guard case GenerationError.decodingFailure(let reason, _) = error else {
        return XCTFail("\(error)")
      }
      XCTAssertTrue(reason.contains("10000000"), reason)
    }
  }

  func testVeryManyTinyEvents() async throws {
    for (event, count) in [
      ("data: {}\n\n", 50_000), ("data:\n\n", 300_000), (":\n", 1_000_000), ("\n", 1_000_000),
      ("data: {\"candidates\": []}\n\n", 20_000), ("id: 1\nevent: a\nretry: 1\n\n", 100_000),
    ] {
      let body = String(repeating: event, count: count) + "data: \(Self.answer)\n\n"
      let session = GenerativeModelSession(model: stream(Data(body.utf8)).model())
      let start = ContinuousClock.now
      do {
        let text = try await session.streamResponse(to: "Hi").collect().content
        XCTAssertEqual(text, "hello", event)
      } catch {
        // An event without data is no message.
        guard event == "data:\n\n", case GenerationError.decodingFailure = error else {
          return XCTFail("\(event) \(error)")
        }
      }
      XCTAssertLessThan(start.duration(to: .now), .seconds(20), event)
    }
  }

  /// Whatever drips, the whole time has an end.
  func testTheWholeTimeIsBoundedInEachPhase() async throws {
    let pause = Duration.milliseconds(100)
    let head = RawServer.Step.send("HTTP/1.1 200 OK\r\n\(Self.json)")
    let error = RawServer.Step.send("HTTP/1.1 500 X\r\nTransfer-Encoding: chunked\r\n\r\n")
    let options = RequestOptions(timeout: .seconds(60), totalTimeout: .milliseconds(300))
    for server in [
      serve(.hold), serve(.forever(.send("HTTP/1.1 100 C\r\n\r\n"), pause: pause)),
      serve(head, .forever(.send("X-A: a\r\n"), pause: pause)),
      serve(.send(Self.chunked), .forever(.chunk(" "), pause: pause)),
      serve(.send(Self.chunked), .chunk("{"), .forever(.chunk(" "), pause: pause)),
      serve(.streamHead, .forever(.event("a"), pause: pause)),
      serve(.whole("no", status: "503 X", headers: "Retry-After: 0\r\n")),
    ] {
      let errors = try await LogRecorder().record {
        try await self.errors(of: server, options, within: .seconds(2))
      }
      for error in errors {
        switch error {
        case .timedOut: break
        case .backend(let error): XCTAssertEqual(error.code, 503)
        default: XCTFail("\(error)")
        }
      }
    }
    assertCode(
      500,
      try await errors(
        of: serve(error, .forever(.chunk("a"), pause: pause)),
        options,
        within: .seconds(2)
      )
    )
  }
}

/// The same, where the stand-in server compresses.
final class CompressedBodyTests: CloudTestCase {
  /// The limit is one of what comes out, not of what goes in.
  func testABodyThatSwellsIsBounded() async throws {
    let args: [String: GeneratedContent] = ["bytes": 30_000_000, "gzip": true]
    for options in [
      RequestOptions(retry: .none, maximumResponseSize: 1_000_000),
      RequestOptions(retry: .none, maximumEventSize: 1_000_000),
    ] {
      let model = try model("huge_chunk", args, options: options)
      await assertThrows(try await model.streamContent(.prompt("Hi")).collected()) { error in
        guard case GenerationError.decodingFailure(let reason, _) = error else {
          return XCTFail("\(error)")
        }
        XCTAssertTrue(reason.contains("1000000"), reason)
      }
    }
    let whole = try model("huge_chunk", args, options: .init(maximumResponseSize: 1_000_000))
    await assertThrows(try await whole.generateContent(.prompt("Hi"))) { error in
      guard case GenerationError.decodingFailure = error else { return XCTFail("\(error)") }
    }
  }
}
