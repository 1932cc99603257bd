import CloudBackend
import HybridInference
import LocalBackend
import TestSupport
import XCTest

/// Every inference mode in every state of the two real models: real weights, a real server.
final class InferenceModeTests: XCTestCase {
  private static let systemModelName = "apple-foundation-models-system-language-model"
  private static let cloudModelName = "gemini-3-flash-preview"

  func testEverySituation() async throws {
    let models = SituationModels(
      server: try OracleServer.shared(),
      weights: try LocalModels.system(),
      cloudModelName: Self.cloudModelName
    )
    defer { models.restore() }
    for situation in Situation.all {
      try await check(situation, models)
    }
  }

  private func check(_ situation: Situation, _ models: SituationModels) async throws {
    try await models.enter(situation)
    let session = GenerativeModelSession(model: models.model(for: situation))
    let log = LogRecorder()

    let outcome: Situation.Outcome = await log.record {
      do {
        let response = try await session.answer(
          models.prompt(for: situation),
          streams: situation.streams,
          options: .foundationModels(GenerationOptions(maximumResponseTokens: 3))
        )
        checkStamp(of: response.rawResponse, in: situation)
        return .answer(response.rawResponse.inferenceSource)
      } catch {
        return .error(Situation.Failure(error))
      }
    }

    XCTAssertEqual(outcome, situation.expected, "\(situation)")
    checkLog(log.errors, in: situation)
    if case .answer(let source) = situation.expected {
      let name = source == .onDevice ? Self.systemModelName : Self.cloudModelName
      XCTAssertEqual(session.transcript.map(\.modelVersion), [nil, name], "\(situation)")
    } else {
      XCTAssertTrue(session.transcript.isEmpty, "\(situation)")
    }
    XCTAssertFalse(session.isResponding, "\(situation)")
  }

  private func checkStamp(of response: GenerateContentResponse, in situation: Situation) {
    let name =
      response.inferenceSource == .onDevice ? Self.systemModelName : Self.cloudModelName
    XCTAssertEqual(response.modelVersion, name, "\(situation)")
    XCTAssertEqual(response.route.count, situation.fallsBack ? 2 : 1, "\(situation)")
    XCTAssertEqual(response.route.last?.modelName, name, "\(situation)")
    XCTAssertEqual(response.route.last?.outcome, .answered, "\(situation)")
    XCTAssertNotNil(response.usageMetadata, "\(situation)")
  }

  private func checkLog(_ lines: [String], in situation: Situation) {
    XCTAssertEqual(lines.count, situation.fallsBack ? 1 : 0, "\(situation): \(lines)")
    for line in lines {
      XCTAssertTrue(line.contains(Self.systemModelName), line)
      XCTAssertTrue(
        line.contains(Self.cloudModelName) || line.contains(SituationModels.unknownModel),
        line
      )
      XCTAssertFalse(line.contains(SituationModels.promptText), line)
    }
  }
}
