import HybridInference
import TestSupport
import XCTest

/// Who answered, and what had come when the answer failed.
final class StampTests: XCTestCase {
  /// Whatever ends an answer in its middle, the text that had come is reachable (S1).
  func testTheTextThatHadComeIsReachableFromEveryError() async throws {
    let errors: [GenerationError] = [
      .decodingFailure(reason: "bad"), .internalError(reason: "bad"), .connectionLost, .timedOut,
      .backend(.init(code: 500)),
    ]
    for error in errors {
      let session = GenerativeModelSession(
        model: ScriptedModel("scripted", answers: [.failure(error, after: ["a", "b"])])
      )
      await assertThrows(try await session.streamResponse(to: "Hi").collect()) {
        XCTAssertEqual(($0 as? GenerationError)?.partialResponse?.text, "ab", "\($0)")
      }
    }
  }

  /// A backend names its model in its first chunk only: the name holds for the whole answer.
  func testTheModelThatTheFirstChunkNamedStays() async throws {
    var first = ScriptedModel.chunk("a")
    first.modelVersion = "scripted-0042"
    let session = GenerativeModelSession(
      model: ScriptedModel(
        "scripted",
        answers: [.chunks([first, ScriptedModel.chunk("b", finishReason: .stop)])]
      )
    )
    let response = try await session.streamResponse(to: "Hi").collect()
    XCTAssertEqual(response.rawResponse.modelVersion, "scripted-0042")
    XCTAssertEqual(session.transcript.last?.modelVersion, "scripted-0042")
  }

  /// `modelVersion` is never empty, also when a backend fills in its route itself.
  func testTheModelIsNamedAlsoWhereABackendTellsItsRoute() async throws {
    var answer = ScriptedModel.chunk("a", finishReason: .stop)
    answer.route = [
      RouteAttempt(modelName: "scripted", inferenceSource: .inCloud, outcome: .answered)
    ]
    for streams in [false, true] {
      let session = GenerativeModelSession(
        model: ScriptedModel("scripted", answers: [.chunks([answer])])
      )
      let response = try await session.answer("Hi", streams: streams)
      XCTAssertEqual(response.rawResponse.modelVersion, "scripted")
    }
  }
}
