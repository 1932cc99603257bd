import Foundation
import HybridInference
import TestSupport
import XCTest

@testable import CloudBackend

/// The key is nowhere in an error, wherever a server puts it (D10).
final class KeyInErrorTests: XCTestCase {
  private let key = "key1234"

  private func shown(_ error: any Error) -> String {
    var text = "\(error) \(error.localizedDescription) \(String(reflecting: error)) "
    dump(error, to: &text)
    return text
  }

  private var errors: [String] {
    let info = #""@type": "type.googleapis.com/google.rpc.DebugInfo""#
    return [
      #"{"error": {"code": 400, "message": "no: \#(key)", "status": "INVALID_ARGUMENT"}}"#,
      #"{"error": {"code": 400, "message": "no", "status": "\#(key)"}}"#,
      #"{"error": {"code": 400, "message": "no", "details": [{\#(info), "detail": "Bad: \#(key)"}]}}"#,
      #"{"error": {"code": 400, "message": "no", "details": [{\#(info), "a": [{"b": "\#(key)"}]}]}}"#,
      #"{"error": {"code": 503, "message": "\#(key)\#(key)", "status": "UNAVAILABLE"}}"#,
    ]
  }

  func testItIsTakenOutOfErrorsWhole() async throws {
    for error in errors {
      for status in [200, 400, 503] {
        let model = PlayedTransport.whole(error, status: status).model(key: key)
        for streams in [false, true] {
          let session = GenerativeModelSession(model: model)
          await assertThrows(try await session.answer("Hi", streams: streams)) {
            XCTAssertFalse(shown($0).contains(key), "\(status) \(error): \($0)")
            guard case GenerationError.backend = $0 else { return XCTFail("\($0)") }
          }
        }
      }
    }
  }

  func testItIsTakenOutOfErrorsInAStream() async throws {
    let text = #"{"candidates": [{"content": {"parts": [{"text": "some"}]}}]}"#
    for error in errors {
      let model = PlayedTransport.stream(text, error).model(key: key)
      let session = GenerativeModelSession(model: model)
      await assertThrows(try await session.streamResponse(to: "Hi").collect()) {
        XCTAssertFalse(shown($0).contains(key), "\(error): \($0)")
        XCTAssertEqual(($0 as? GenerationError)?.partialResponse?.text, "some")
      }
    }
  }

  func testItIsTakenOutOfPagesAndBadAnswers() async throws {
    for body in ["<html>\(key)</html>", "\(key)", "{\"\(key)\": 1}", "[\"\(key)\"]"] {
      for status in [200, 401, 502] {
        for type in ["text/html", "application/json", "text/event-stream"] {
          let transport = PlayedTransport(
            status: status,
            mediaType: type,
            pieces: [Data(body.utf8)]
          )
          for streams in [false, true] {
            let session = GenerativeModelSession(model: transport.model(key: key))
            await assertThrows(try await session.answer("Hi", streams: streams)) {
              XCTAssertFalse(shown($0).contains(key), "\(status) \(type) \(body): \($0)")
            }
          }
        }
      }
    }
  }

  /// A retry and a fallback are logged without it.
  func testItIsNotInTheLog() async throws {
    let log = LogRecorder()
    for error in errors {
      var cloud = PlayedTransport.whole(error, status: 503).model(key: key)
      cloud = GeminiModel(
        name: cloud.name,
        api: cloud.api,
        requestOptions: .init(retry: RetryPolicy(initialDelay: .milliseconds(1)))
      )
      let device = ScriptedModel(
        "device",
        source: .onDevice,
        answers: [.failure(GenerationError.internalError)]
      )
      let hybrids = [
        HybridModel(primary: device, secondary: cloud),
        HybridModel(primary: HybridModel(primary: device, secondary: cloud), secondary: device),
      ]
      for hybrid in hybrids {
        await assertThrows(
          try await log.record { try await GenerativeModelSession(model: hybrid).respond(to: "Hi") }
        ) { XCTAssertFalse(shown($0).contains(key)) }
      }
    }
    XCTAssertGreaterThan(log.entries.count, 2 * errors.count)
    for entry in log.entries { XCTAssertFalse(entry.message.contains(key), entry.message) }
  }
}
