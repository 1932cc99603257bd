import Foundation
import HybridInference
import TestSupport
import XCTest

@testable import CloudBackend

/// What goes wrong on a real connection after the finish reason does not undo the answer.
final class LateFailureTests: RawServerTestCase {
  private static let ends: [[RawServer.Step]] = [
    // The connection closes in the middle of the coding.
    [],
    [.send("40\r\nhalf a chunk")],
    [.send("no size of a chunk\r\n")],
    // Half an event, what is no JSON, and an error.
    [.chunk("data: {\"candi"), .send("0\r\n\r\n")],
    [.chunk("data: {\"candidates\": [}\r\n\r\n"), .send("0\r\n\r\n")],
    [
      .chunk("data: {\"error\": {\"code\": 500, \"status\": \"INTERNAL\"}}\r\n\r\n"),
      .send("0\r\n\r\n"),
    ],
    // More than an event may have.
    [.chunk("data: \(String(repeating: "x", count: 9_000))"), .send("0\r\n\r\n")],
  ]

  func testACompleteAnswerStays() async throws {
    for (index, end) in Self.ends.enumerated() {
      for isHybrid in [false, true] {
        let server = RawServer(
          [.streamHead, .event("hel"), .event("lo", finish: "STOP")] + end
        )
        let session = session(server, isHybrid)
        do {
          let response = try await session.answer("Hi", streams: true)
          XCTAssertEqual(response.content, "hello", "\(index)")
          XCTAssertEqual(response.rawResponse.finishReason, .stop, "\(index)")
          XCTAssertEqual(session.transcript.count, 2)
        } catch {
          XCTFail("\(index): \(error)")
        }
      }
    }
  }

  /// The same without a finish reason is none.
  func testAnAnswerWithoutItsEndIsNone() async throws {
    for end in Self.ends {
      let server = RawServer([.streamHead, .event("hel"), .event("lo")] + end)
      let session = session(server, true)
      await assertThrows(try await session.answer("Hi", streams: true)) { error in
        guard let error = error as? GenerationError else { return XCTFail("\(error)") }
        XCTAssertEqual(error.partialResponse?.text ?? "hello", "hello", "\(error)")
      }
      XCTAssertTrue(session.transcript.isEmpty)
    }
  }

  private func session(_ server: RawServer, _ isHybrid: Bool) -> GenerativeModelSession {
    let options = RequestOptions(
      timeout: .seconds(5),
      retry: .none,
      maximumEventSize: 4_096
    )
    let model = server.model(options)
    guard isHybrid else { return GenerativeModelSession(model: model) }
    return GenerativeModelSession(
      model: .hybridModel(primary: model, secondary: ScriptedModel("second", source: .onDevice))
    )
  }
}
