import Foundation
import HybridInference
import TestSupport
import XCTest

@testable import CloudBackend

/// Streams that end badly, cut at every byte.
final class PlayedStreamTests: XCTestCase {
  private static func text(_ text: String, _ more: String = "") -> String {
    #"{"candidates": [{"content": {"parts": [{"text": "\#(text)"}], "role": "model"}\#(more)}]}"#
  }

  private static let body = Data(
    """
    data: \(text("naïve "))\r\n\r\ndata: \(text("日本 👩‍👩‍👧"))\r\n\r\n\
    data: \(text("!", #", "finishReason": "STOP""#))\r\n\r\n
    """.utf8
  )

  /// A complete answer is not lost with what comes after its end: half an event, something that is no
  /// JSON, an error, a broken connection.
  func testWhatFollowsACompleteAnswerDoesNotUndoIt() async throws {
    let rests = [
      "data: {\"candi", "data: {\"candidates\": [}\r\n\r\n",
      #"data: {"error": {"code": 500, "message": "late", "status": "INTERNAL"}}"# + "\r\n\r\n",
    ]
    for rest in rests {
      for end in [nil, GenerationError.connectionLost(partialResponse: nil), .timedOut] {
        let transport = PlayedTransport(pieces: [Self.body + Data(rest.utf8)], end: end)
        for model in [transport.model(), hybrid(transport.model())] as [any LanguageModel] {
          let session = GenerativeModelSession(model: model)
          let response = try await session.streamResponse(to: "Hi").collect()
          XCTAssertEqual(response.content, "naïve 日本 👩‍👩‍👧!", rest)
          XCTAssertEqual(session.transcript.count, 2)
        }
      }
    }
  }

  private func hybrid(_ model: GeminiModel) -> HybridModel {
    HybridModel(primary: model, secondary: ScriptedModel("other", answers: [.text(["No."])]))
  }

  private func partial(of error: any Error) -> String? {
    (error as? GenerationError)?.partialResponse?.text
  }

  /// Cut at any byte, by an error or a clean end, a stream is a lost connection until its last
  /// message, with the finish reason, is whole (S4).
  func testCutAtAnyByteItIsALostConnection() async throws {
    let whole = "naïve 日本 👩‍👩‍👧!"
    let last = Self.body.count - 4
    for end: GenerationError? in [.connectionLost(partialResponse: nil), nil] {
      for count in 0...Self.body.count {
        let transport = PlayedTransport(pieces: [Self.body.prefix(count)], end: end)
        let session = GenerativeModelSession(model: transport.model())
        // A message that has no empty line yet is delivered only where the body really ended.
        let isWhole = count >= (end == nil ? last : Self.body.count - 1)
        do {
          let response = try await session.streamResponse(to: "Hi").collect()
          XCTAssertTrue(isWhole, "\(count)")
          XCTAssertEqual(response.content, whole)
        } catch GenerationError.connectionLost(let partial) {
          XCTAssertFalse(isWhole, "\(count)")
          XCTAssertTrue(whole.hasPrefix(partial?.text ?? ""), "\(count)")
          XCTAssertTrue(session.transcript.isEmpty)
        }
        XCTAssertFalse(session.isResponding)
      }
    }
  }

  /// Wherever the bytes are cut, the same texts come out (S3).
  func testSplitAnywhereItIsTheSame() async throws {
    for size in 1...Self.body.count {
      let pieces = stride(from: 0, to: Self.body.count, by: size).map {
        Self.body.dropFirst($0).prefix(size)
      }
      let transport = PlayedTransport(pieces: pieces.map { Data($0) })
      let chunks = try await transport.model().streamContent(.prompt("Hi")).collected()
      XCTAssertEqual(chunks.map(\.text), ["naïve ", "日本 👩‍👩‍👧", "!"], "\(size)")
    }
  }

  /// An error object after some text has its code, its status and the text (S1).
  func testAnErrorAfterSomeTextKeepsIt() async throws {
    let codes = [
      (400, "INVALID_ARGUMENT"), (403, "PERMISSION_DENIED"), (404, "NOT_FOUND"),
      (500, "INTERNAL"), (503, "UNAVAILABLE"), (504, "DEADLINE_EXCEEDED"), (599, "BRAND_NEW"),
    ]
    for (code, status) in codes {
      let error = #"{"error": {"code": \#(code), "message": "no", "status": "\#(status)"}}"#
      let transport = PlayedTransport.stream(Self.text("some"), Self.text(" text"), error)
      let session = GenerativeModelSession(model: transport.model())
      await assertThrows(try await session.streamResponse(to: "Hi").collect()) {
        guard case GenerationError.backend(let backend) = $0 else { return XCTFail("\($0)") }
        XCTAssertEqual(backend.code, code)
        XCTAssertEqual(backend.status, status)
        XCTAssertEqual(partial(of: $0), "some text", status)
      }
      XCTAssertTrue(session.transcript.isEmpty)
    }
  }

  /// An error before any text is the same error as one of the status line (S1, S8).
  func testAnErrorBeforeAnyTextComesOnce() async throws {
    let error = #"{"error": {"code": 503, "message": "no", "status": "UNAVAILABLE"}}"#
    let stream = GenerativeModelSession(model: PlayedTransport.stream(error).model())
      .streamResponse(to: "Hi")
    var iterator = stream.makeAsyncIterator()
    do {
      _ = try await iterator.next()
      XCTFail("nothing was thrown")
    } catch GenerationError.backend(let backend) {
      XCTAssertEqual(backend.code, 503)
      XCTAssertNil(backend.partialResponse)
    }
    let next = try await iterator.next()
    XCTAssertNil(next)
  }

  /// A chunk of usage alone, first, in the middle or last, is kept (D3).
  func testAChunkOfUsageAloneIsKept() async throws {
    let usage = #"{"usageMetadata": {"promptTokenCount": 3, "totalTokenCount": 9}}"#
    let stop = Self.text("b", #", "finishReason": "STOP""#)
    for messages in [
      [usage, Self.text("a"), stop], [Self.text("a"), usage, stop], [Self.text("a"), stop, usage],
    ] {
      let transport = PlayedTransport.stream(messages[0], messages[1], messages[2])
      let response = try await GenerativeModelSession(model: transport.model())
        .streamResponse(to: "Hi").collect()
      XCTAssertEqual(response.content, "ab")
      XCTAssertEqual(response.rawResponse.usageMetadata?.totalTokenCount, 9)
    }
  }

  /// A stream of nothing, of comments or of empty messages is a lost connection, no empty answer.
  func testAStreamOfNothingIsALostConnection() async throws {
    for text in [
      "", ": hello\n\n", "data: {}\n\n", "event: x\n\n", "data: {\"candidates\": []}\n\n",
    ] {
      let transport = PlayedTransport(pieces: [Data(text.utf8)])
      let session = GenerativeModelSession(model: transport.model())
      await assertThrows(try await session.streamResponse(to: "Hi").collect()) { error in
        guard case GenerationError.connectionLost(nil) = error else {
          return XCTFail("\(text): \(error)")
        }
      }
    }
  }

  /// A signature on an empty text goes back on its own part, in the next turn too (C1, C5).
  func testASignatureOnAnEmptyTextGoesBack() async throws {
    let signed = #"""
      {"candidates": [{"content": {"parts": [{"text": "", "thoughtSignature": "c2ln"}],
      "role": "model"}, "finishReason": "STOP"}]}
      """#.split(separator: "\n").joined()
    let transport = PlayedTransport.stream(Self.text("a"), Self.text(""), signed)
    let session = GenerativeModelSession(model: transport.model())
    try await session.streamResponse(to: "Hi").collect()
    XCTAssertEqual(
      session.transcript.last?.content.parts,
      [.text("a"), Part(.text(""), thoughtSignature: "c2ln")]
    )
    let request = try Wire.Request(.conversation(Array(session.transcript)), to: transport.model())
    let sent = try JSONDecoder().decode(GeneratedContent.self, from: JSONEncoder().encode(request))
    guard case .array(let contents)? = sent["contents"]?.kind else { return XCTFail("\(sent)") }
    XCTAssertEqual(
      contents.last?["parts"],
      [["text": "a"], ["text": "", "thoughtSignature": "c2ln"]]
    )
  }

  /// The page of a proxy is told by a short excerpt, whatever it is called (S7).
  func testPagesAreToldShortly() async throws {
    let page =
      "<html><style>p {}</style><h1>Blocked</h1>" + String(repeating: "<p>more</p>", count: 9999)
    for status in [200, 403, 404, 502, 511] {
      for type in ["text/html", "text/event-stream", "application/json"] {
        let transport = PlayedTransport(status: status, mediaType: type, pieces: [Data(page.utf8)])
        for streams in [false, true] {
          let session = GenerativeModelSession(model: transport.model())
          await assertThrows(try await session.answer("Hi", streams: streams)) { error in
            XCTAssertTrue(error is GenerationError)
            XCTAssertLessThan("\(error)".count, 400)
            let isStreamOfNothing = status == 200 && streams && type == "text/event-stream"
            if !isStreamOfNothing {
              XCTAssertTrue("\(error)".contains("Blocked"), "\(status) \(type) \(error)")
            }
          }
        }
      }
    }
  }
}
