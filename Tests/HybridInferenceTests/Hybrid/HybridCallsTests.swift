import HybridInference
import Synchronization
import TestSupport
import XCTest

/// What a hybrid does beside answering: counting, prewarming, saying what is not supported.
final class HybridCallsTests: XCTestCase {
  /// A model that notes what it is asked.
  private final class Noting: LanguageModel {
    let modelName: String
    let inferenceSource: InferenceSource
    let availability: Availability
    private let reason: String?
    private let error: GenerationError?
    private let noted = Mutex<[String]>([])

    init(
      _ name: String,
      _ source: InferenceSource,
      availability: Availability = .available,
      reason: String? = nil,
      error: GenerationError? = nil
    ) {
      modelName = name
      inferenceSource = source
      self.availability = availability
      self.reason = reason
      self.error = error
    }

    var calls: [String] { noted.withLock { $0 } }

    func unsupportedReason(for request: ModelRequest) -> String? { reason }

    func generateContent(_ request: ModelRequest) async throws -> GenerateContentResponse {
      throw GenerationError.internalError(reason: "not asked for")
    }

    func streamContent(
      _ request: ModelRequest
    ) -> AsyncThrowingStream<GenerateContentResponse, any Error> {
      AsyncThrowingStream { $0.finish() }
    }

    func countTokens(_ request: ModelRequest) async throws -> CountTokensResponse {
      noted.withLock { $0.append("count") }
      if let error { throw error }
      return CountTokensResponse(totalTokens: modelName.count)
    }

    func prewarm(_ request: ModelRequest) { noted.withLock { $0.append("prewarm") } }
  }

  private let gone = Availability.unavailable(.modelNotReady)

  /// Tokens are counted by the model that would answer, by the same table.
  func testCountingFollowsTheTable() async throws {
    let cloud = Noting("cloud", .inCloud)
    let rows: [(Noting, Int?)] = [
      (Noting("device", .onDevice), 6), (Noting("d", .onDevice, availability: gone), 5),
      (Noting("d", .onDevice, reason: "images"), 5),
      (Noting("d", .onDevice, error: .internalError(reason: "x")), 5),
      (Noting("near", .inCloud), 4), (Noting("n", .inCloud, error: .offline(reason: "x")), 5),
      (Noting("n", .inCloud, error: .backend(.init(code: 500))), nil),
    ]
    for (primary, expected) in rows {
      let session = GenerativeModelSession(
        model: .hybridModel(primary: primary, secondary: cloud)
      )
      let count = try? await LogRecorder().record {
        try await session.countTokens("Hi").totalTokens
      }
      XCTAssertEqual(count, expected)
      XCTAssertTrue(session.transcript.isEmpty)
    }
  }

  /// The model that would be asked first is prewarmed, and only that one.
  func testPrewarmsTheModelThatWouldBeAsked() {
    for (primary, isFirst) in [
      (Noting("d", .onDevice), true), (Noting("d", .onDevice, availability: gone), false),
      (Noting("d", .onDevice, reason: "images"), false),
    ] {
      let secondary = Noting("cloud", .inCloud)
      GenerativeModelSession(model: .hybridModel(primary: primary, secondary: secondary)).prewarm()
      XCTAssertEqual(primary.calls, isFirst ? ["prewarm"] : [])
      XCTAssertEqual(secondary.calls, isFirst ? [] : ["prewarm"])
    }
  }

  /// A hybrid supports what a model supports that may answer.
  func testSupportsWhatAModelSupportsThatMayAnswer() {
    let request = ModelRequest(transcript: Transcript())
    func reason(_ first: Noting, _ second: Noting) -> String? {
      HybridModel(primary: first, secondary: second).unsupportedReason(for: request)
    }
    let none = Noting("n", .onDevice, reason: "images")
    XCTAssertNil(reason(none, Noting("c", .inCloud)))
    XCTAssertEqual(reason(none, Noting("c", .inCloud, reason: "tools")), "tools")
    XCTAssertEqual(reason(Noting("c", .inCloud, reason: "tools"), Noting("d", .onDevice)), "tools")
    XCTAssertNil(reason(Noting("c", .inCloud), none))
  }
}
