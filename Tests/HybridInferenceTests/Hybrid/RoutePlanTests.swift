import XCTest

@testable import HybridInference

final class RoutePlanTests: XCTestCase {
  private func plan(
    _ source: InferenceSource,
    policy: HybridPolicy = .default
  ) -> RoutePlan {
    RoutePlan(
      policy: policy,
      request: ModelRequest(transcript: Transcript()),
      candidates: [
        .init(choice: .primary, name: "first", source: source, canContinue: true),
        .init(
          choice: .secondary,
          name: "second",
          source: source == .onDevice ? .inCloud : .onDevice,
          canContinue: true
        ),
      ]
    )
  }

  func testThePrimaryIsAskedFirst() {
    for source in [InferenceSource.onDevice, .inCloud] {
      var plan = plan(source)
      XCTAssertEqual(plan.begin().words, ["ask primary first"])
    }
  }

  func testFallingBackNamesBothModelsAndTheReasonInTheLog() {
    var plan = plan(.inCloud)
    _ = plan.begin()
    _ = plan.handle(.started(.primary, .first), at: .zero)
    let actions = plan.handle(
      .failed(.primary, .offline(reason: "not found"), retries: 0),
      at: .zero
    )
    guard case .log(let line)? = actions.first else { return XCTFail("\(actions)") }
    XCTAssertTrue(line.contains("first") && line.contains("second"), line)
    XCTAssertTrue(line.contains("not found"), line)
    XCTAssertEqual(actions.dropFirst().words, ["ask secondary fallback"])
  }

  func testTheSecondFailureEndsItWithBoth() {
    var plan = plan(.onDevice)
    _ = plan.begin()
    _ = plan.handle(.refused(.primary, .first, .assetsUnavailable), at: .zero)
    _ = plan.handle(.started(.secondary, .fallback), at: .seconds(1))
    let actions = plan.handle(.failed(.secondary, .timedOut, retries: 2), at: .seconds(4))
    guard case .fail(.allModelsFailed(let attempts))? = actions.first else {
      return XCTFail("\(actions)")
    }
    XCTAssertEqual(attempts.map(\.outcome), [.unavailable, .failed])
    XCTAssertEqual(attempts.map(\.duration), [.zero, .seconds(4)])
    XCTAssertEqual(attempts.map(\.retries), [0, 2])
    XCTAssertEqual(attempts.map(\.inferenceSource), [.onDevice, .inCloud])
  }

  /// The hedge that was decided on just before the first content is not taken for the continuation
  /// that came to be needed just after it.
  func testALateHedgeIsNoContinuation() {
    var plan = plan(
      .inCloud,
      policy: HybridPolicy(hedgeDelay: .seconds(1), continuesInterruptedStreams: true)
    )
    _ = plan.begin()
    _ = plan.handle(.started(.primary, .first), at: .zero)
    XCTAssertEqual(
      plan.handle(.timeIsOver(.hedge), at: .seconds(1)).words,
      ["ask secondary hedge"]
    )
    _ = plan.handle(.content(.primary), at: .seconds(1))
    let actions = plan.handle(.failed(.primary, .connectionLost, retries: 0), at: .seconds(1))
    XCTAssertEqual(actions.dropFirst().words, ["ask secondary continuation"])
    XCTAssertFalse(plan.awaits(.secondary, as: .hedge))
    XCTAssertTrue(plan.awaits(.secondary, as: .continuation))
    XCTAssertTrue(plan.handle(.refused(.secondary, .hedge, .timedOut), at: .seconds(1)).isEmpty)
    XCTAssertTrue(plan.handle(.started(.secondary, .hedge), at: .seconds(1)).isEmpty)
    XCTAssertTrue(plan.awaits(.secondary, as: .continuation))
  }

  func testContentGivenEndsItWithThatError() {
    for source in [InferenceSource.onDevice, .inCloud] {
      var plan = plan(source)
      _ = plan.begin()
      _ = plan.handle(.started(.primary, .first), at: .zero)
      XCTAssertEqual(plan.handle(.content(.primary), at: .zero).words, ["take primary"])
      guard
        case .fail(.offline)? = plan.handle(.failed(.primary, .offline, retries: 0), at: .zero)
          .first
      else { return XCTFail() }
      XCTAssertTrue(plan.handle(.content(.primary), at: .zero).isEmpty, "nothing after the end")
    }
  }

  func testOfflineOfAHybridIsThatOfItsCloudModels() {
    func attempt(_ source: InferenceSource, _ error: GenerationError) -> RouteAttempt {
      RouteAttempt(modelName: "m", inferenceSource: source, outcome: .failed, error: error)
    }
    XCTAssertTrue(
      GenerationError.allModelsFailed([
        attempt(.inCloud, .offline), attempt(.onDevice, .assetsUnavailable),
      ]).isOffline
    )
    XCTAssertFalse(
      GenerationError.allModelsFailed([
        attempt(.inCloud, .offline), attempt(.inCloud, .timedOut),
      ]).isOffline
    )
    XCTAssertFalse(
      GenerationError.allModelsFailed([attempt(.onDevice, .assetsUnavailable)]).isOffline
    )
  }
}
