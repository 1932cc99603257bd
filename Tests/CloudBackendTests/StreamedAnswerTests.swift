import Foundation
import HybridInference
import TestSupport
import XCTest

@testable import CloudBackend

/// What came in the pieces of an answer is told right, also when it ends badly.
final class StreamedAnswerTests: XCTestCase {
  private static func text(_ text: String, _ more: String = "") -> String {
    #"{"candidates": [{"content": {"parts": [{"text": "\#(text)"}], "role": "model"}\#(more)}]}"#
  }

  /// A 429 in the stream keeps the text that had come (S1).
  func testARateLimitAfterSomeTextKeepsIt() async throws {
    let error = #"{"error": {"code": 429, "message": "no", "status": "RESOURCE_EXHAUSTED"}}"#
    let transport = PlayedTransport.stream(Self.text("some"), Self.text(" text"), error)
    let session = GenerativeModelSession(model: transport.model())
    await assertThrows(try await session.streamResponse(to: "Hi").collect()) {
      XCTAssertEqual(($0 as? GenerationError)?.partialResponse?.text, "some text", "\($0)")
    }
  }

  /// So does a message that cannot be read.
  func testABadMessageAfterSomeTextKeepsIt() async throws {
    for bad in [#"{"candidates": [{"content": {"parts": [{"text": 1}]}}]}"#, "{", "<html>"] {
      let transport = PlayedTransport.stream(Self.text("some"), Self.text(" text"), bad)
      let session = GenerativeModelSession(model: transport.model())
      await assertThrows(try await session.streamResponse(to: "Hi").collect()) {
        XCTAssertEqual(($0 as? GenerationError)?.partialResponse?.text, "some text", "\($0)")
      }
    }
  }

  /// The server names its model in the first message only (D3, H1).
  func testTheModelThatTheServerNamedStays() async throws {
    let first =
      #"{"modelVersion": "gemini-2.5-flash-0042", "candidates": [{"content": {"parts": "#
      + #"[{"text": "a"}]}, "finishReason": "STOP"}]}"#
    let usage = #"{"usageMetadata": {"totalTokenCount": 9}}"#
    let model = PlayedTransport.stream(first, usage).model()
    for model: any LanguageModel in [model, HybridModel(primary: model, secondary: model)] {
      let session = GenerativeModelSession(model: model)
      let response = try await session.streamResponse(to: "Hi").collect().rawResponse
      XCTAssertEqual(response.modelVersion, "gemini-2.5-flash-0042")
      XCTAssertEqual(session.transcript.last?.modelVersion, "gemini-2.5-flash-0042")
    }
  }

  /// A prompt can be blocked after some text.
  func testAPromptThatIsBlockedInTheMiddleIsTold() async throws {
    let blocked = #"{"promptFeedback": {"blockReason": "PROHIBITED_CONTENT"}}"#
    let transport = PlayedTransport.stream(Self.text("some"), blocked)
    let session = GenerativeModelSession(model: transport.model())
    await assertThrows(try await session.streamResponse(to: "Hi").collect()) { error in
      guard case GenerationError.promptBlocked(let response) = error else {
        return XCTFail("\(error)")
      }
      XCTAssertEqual(response.promptFeedback?.blockReason, .prohibitedContent)
      XCTAssertEqual(response.text, "some")
    }
  }

  /// A blocked prompt with an empty candidate is no empty answer.
  func testABlockedPromptWithAnEmptyCandidateIsNoAnswer() async throws {
    let json = #"{"promptFeedback": {"blockReason": "SAFETY"}, "candidates": [{"index": 0}]}"#
    let session = GenerativeModelSession(model: PlayedTransport.whole(json).model())
    await assertThrows(try await session.respond(to: "Hi")) { error in
      guard case GenerationError.promptBlocked = error else { return XCTFail("\(error)") }
    }
    XCTAssertTrue(session.transcript.isEmpty)
  }

  /// With several candidates, the answer is candidate 0, whichever comes first (D4).
  func testTheAnswerIsTheFirstCandidateByIndex() async throws {
    func chunk(_ index: Int, _ text: String) -> String {
      #"{"candidates": [{"content": {"parts": [{"text": "\#(text)"}]}, "finishReason": "STOP","#
        + #" "index": \#(index)}]}"#
    }
    let transport = PlayedTransport.stream(chunk(1, "second"), chunk(0, "first"))
    let session = GenerativeModelSession(model: transport.model())
    let response = try await session.streamResponse(to: "Hi").collect()
    XCTAssertEqual(response.content, "first")
    XCTAssertEqual(response.rawResponse.candidates.map(\.index), [0, 1])
  }

  /// The API writes numbers that JSON has no sign for as texts (the kind of D1 and D2).
  func testNumbersThatJSONCannotExpressDoNotFailTheAnswer() async throws {
    for number in [#""NaN""#, #""-Infinity""#] {
      let json =
        #"{"candidates": [{"content": {"parts": [{"text": "a"}]}, "finishReason": "STOP", "#
        + #""avgLogprobs": \#(number)}]}"#
      let response = try await PlayedTransport.whole(json).model().generateContent(.prompt("Hi"))
      XCTAssertEqual(response.text, "a")
    }
  }
}
