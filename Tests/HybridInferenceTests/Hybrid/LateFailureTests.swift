import HybridInference
import TestSupport
import XCTest

/// Failures that come after a finish reason: a complete answer stays, and nothing else looks like one.
final class LateFailureTests: XCTestCase {
  /// Gives these pieces, and then throws.
  private struct LateFailure: LanguageModel {
    var modelName: String { "first" }
    var inferenceSource: InferenceSource { .inCloud }
    let pieces: [GenerateContentResponse]
    let error: any Error

    func generateContent(_ request: ModelRequest) async throws -> GenerateContentResponse {
      throw error
    }

    func streamContent(
      _ request: ModelRequest
    ) -> AsyncThrowingStream<GenerateContentResponse, any Error> {
      AsyncThrowingStream { continuation in
        for piece in pieces { continuation.yield(piece) }
        continuation.finish(throwing: error)
      }
    }

    func countTokens(_ request: ModelRequest) async throws -> CountTokensResponse {
      CountTokensResponse(totalTokens: 0)
    }
  }

  private static let losses: [GenerationError] = [
    .connectionLost, .timedOut, .offline, .internalError, .decodingFailure,
    .backend(.init(code: 500)), .rateLimited(retryAfter: .seconds(1)),
  ]

  /// A policy that would turn to the other model, one after the other and both at once.
  private static func policies(continues: Bool) -> [HybridPolicy] {
    [nil, Duration.seconds(60)].map { deadline in
      HybridPolicy(
        fallback: .onAnyError,
        firstContentDeadline: deadline,
        continuesInterruptedStreams: continues
      )
    }
  }

  private func piece(_ candidates: (Int, String, FinishReason?)...) -> GenerateContentResponse {
    GenerateContentResponse(
      candidates: candidates.map { index, text, reason in
        Candidate(
          content: ModelContent(role: .model, parts: [.text(text)]),
          finishReason: reason,
          index: index
        )
      }
    )
  }

  /// The same of a model alone, as an app's own may be.
  func testACompleteAnswerOfOneModelStays() async throws {
    for error in Self.losses {
      let whole = LateFailure(pieces: [piece((0, "a", nil)), piece((0, "b", .stop))], error: error)
      let session = GenerativeModelSession(model: whole)
      let answer = try await session.streamResponse(to: "Hi").collect()
      XCTAssertEqual(answer.content, "ab")
      XCTAssertEqual(session.transcript.count, 2)
      // Neither one that was blocked, nor one of which a candidate is missing.
      for pieces in [
        [piece((0, "a", .safety))], [piece((0, "a", .stop), (1, "b", nil))],
      ] {
        let session = GenerativeModelSession(model: LateFailure(pieces: pieces, error: error))
        await assertThrows(try await session.streamResponse(to: "Hi").collect())
        XCTAssertEqual(session.transcript.count, 0)
      }
    }
  }

  func testACompleteAnswerStays() async throws {
    let answers = [
      [piece((0, "Whole", .stop))],
      [piece((0, "Who", nil)), piece((0, "le", nil)), piece((0, "", .maxTokens))],
      [piece((0, "Whole", nil), (1, "Two", nil)), piece((1, "", .stop)), piece((0, "", .stop))],
    ]
    for pieces in answers {
      for error in Self.losses {
        for policy in Self.policies(continues: true) + Self.policies(continues: false) {
          let second = ScriptedModel("second", source: .onDevice)
          let session = GenerativeModelSession(
            model: .hybridModel(
              primary: LateFailure(pieces: pieces, error: error),
              secondary: second,
              policy: policy
            )
          )
          let response = try await session.streamResponse(to: "Hi").collect().rawResponse
          XCTAssertEqual(response.text, "Whole", "\(error)")
          XCTAssertEqual(response.route.map(\.outcome), [.answered])
          XCTAssertEqual(session.transcript.count, 2)
          XCTAssertTrue(second.seen.isEmpty)
          XCTAssertEqual(session.modelTotals.map(\.failures), [0])
        }
      }
    }
  }

  /// Of several candidates, some have ended and others have not.
  func testAnAnswerOfWhichSomeIsMissingIsNotComplete() async throws {
    let answers = [
      [piece((0, "Whole", .stop), (1, "Hal", nil))],
      [piece((0, "Hal", nil)), piece((1, "Whole", .stop))],
      [piece((1, "Whole", .stop)), piece((0, "Hal", nil))],
    ]
    for (index, pieces) in answers.enumerated() {
      for error in Self.losses {
        for policy in Self.policies(continues: false) {
          let session = GenerativeModelSession(
            model: .hybridModel(
              primary: LateFailure(pieces: pieces, error: error),
              secondary: ScriptedModel("second", source: .onDevice),
              policy: policy
            )
          )
          await assertThrows(try await session.streamResponse(to: "Hi").collect()) { thrown in
            XCTAssertEqual(
              (thrown as? GenerationError)?.with(partialResponse: .init()).description,
              error.with(partialResponse: .init()).description,
              "\(index)"
            )
          }
          XCTAssertTrue(session.transcript.isEmpty)
        }
      }
    }
  }

  /// Who is cancelled gets no answer.
  func testCancellationIsNoLateFailure() async throws {
    for policy in Self.policies(continues: true) {
      let session = GenerativeModelSession(
        model: .hybridModel(
          primary: LateFailure(pieces: [piece((0, "Whole", .stop))], error: CancellationError()),
          secondary: ScriptedModel("second"),
          policy: policy
        )
      )
      await assertThrows(try await session.streamResponse(to: "Hi").collect()) { error in
        XCTAssertTrue(error is CancellationError, "\(error)")
      }
    }
  }
}
