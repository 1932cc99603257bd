import HybridInference
import Synchronization
import TestSupport
import XCTest

/// After which failures the other model answers, where the policy says something else than the table.
final class FallbackRuleTests: XCTestCase {
  private let errors: [GenerationError] = [
    .offline, .timedOut, .connectionLost, .backend(.init(code: 400)), .backend(.init(code: 503)),
    .rateLimited(retryAfter: nil), .decodingFailure, .exceededContextWindowSize, .internalError,
    .unsupportedPromptContent,
  ]

  /// Who answers, or the error, whole and streamed; the first model fails with each error.
  private func outcomes(
    _ rule: HybridPolicy.Fallback,
    source: InferenceSource
  ) async throws -> [String] {
    var outcomes: [String] = []
    for error in errors {
      for streams in [false, true] {
        let session = GenerativeModelSession(
          model: .hybridModel(
            primary: ScriptedModel("first", source: source, answers: [.failure(error)]),
            secondary: ScriptedModel("second"),
            policy: HybridPolicy(fallback: rule)
          )
        )
        let outcome = await LogRecorder().record {
          do {
            return try await session.answer("Hi", streams: streams).rawResponse.modelVersion
          } catch {
            return "\(error)"
          }
        }
        outcomes.append(outcome)
      }
    }
    return outcomes
  }

  func testNeverFallsBack() async throws {
    for source in [InferenceSource.onDevice, .inCloud] {
      let outcomes = try await outcomes(.never, source: source)
      XCTAssertEqual(outcomes, errors.flatMap { ["\($0)", "\($0)"] })
    }
  }

  func testFallsBackOnAnyError() async throws {
    for source in [InferenceSource.onDevice, .inCloud] {
      let outcomes = try await outcomes(.onAnyError, source: source)
      XCTAssertEqual(Set(outcomes), ["second"])
    }
  }

  func testNeverMeansNeitherForAModelThatIsNotThere() async throws {
    for (first, expected) in [
      (ScriptedModel("first", source: .onDevice, availability: .unavailable(.modelNotReady)), 0),
      (ScriptedModel("first", unsupported: "images"), 0),
    ] {
      let second = ScriptedModel("second")
      let session = GenerativeModelSession(
        model: .hybridModel(
          primary: first,
          secondary: second,
          policy: HybridPolicy(fallback: .never)
        )
      )
      await assertThrows(try await session.respond(to: "Hi"))
      XCTAssertEqual(second.seen.count, expected)
    }
  }

  /// The rule is told all about each failure, once, and decides.
  func testARuleDecides() async throws {
    let judged = Mutex<[FailedAttempt]>([])
    let rule = HybridPolicy.Fallback.when { failure in
      judged.withLock { $0.append(failure) }
      if case .backend(let error) = failure.error { return error.code == 503 }
      return false
    }
    for (code, answered) in [(503, true), (400, false)] {
      for streams in [false, true] {
        let error = GenerationError.backend(.init(code: code))
        let session = GenerativeModelSession(
          model: .hybridModel(
            primary: ScriptedModel("first", answers: [.failure(error)]),
            secondary: ScriptedModel("second", source: .onDevice),
            policy: HybridPolicy(fallback: rule)
          )
        )
        let text = try? await LogRecorder().record {
          try await session.answer("Is it \(code)?", streams: streams).content
        }
        XCTAssertEqual(text != nil, answered)
      }
    }
    let failures = judged.withLock { $0 }
    XCTAssertEqual(failures.map(\.modelName), Array(repeating: "first", count: 4))
    XCTAssertTrue(failures.allSatisfy { $0.inferenceSource == .inCloud && !$0.deliveredContent })
    XCTAssertEqual(
      failures.map(\.request.transcript.last?.text),
      ["Is it 503?", "Is it 503?", "Is it 400?", "Is it 400?"]
    )
  }
}
