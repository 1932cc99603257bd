import XCTest

@testable import HybridInference

final class RoutePlanTests: XCTestCase {
  private func plan(_ source: InferenceSource) -> RoutePlan {
    RoutePlan(
      policy: .default,
      primary: .init(name: "first", source: source),
      secondary: .init(name: "second", source: source == .onDevice ? .inCloud : .onDevice)
    )
  }

  func testThePrimaryIsTriedFirst() {
    for source in [InferenceSource.onDevice, .inCloud] {
      guard case .attempt(.primary) = plan(source).start() else { return XCTFail() }
    }
  }

  func testFallingBackNamesBothModelsAndTheReasonInTheLog() {
    var plan = plan(.inCloud)
    guard case .fallBack(let line) = plan.attemptFailed(with: .offline(reason: "host not found"))
    else { return XCTFail() }
    XCTAssertTrue(line.contains("first") && line.contains("second"), line)
    XCTAssertTrue(line.contains("host not found"), line)
  }

  func testTheSecondFailureEndsItWithBoth() {
    var plan = plan(.onDevice)
    _ = plan.attemptFailed(with: .assetsUnavailable, asked: false)
    guard
      case .fail(.allModelsFailed(let attempts)) = plan.attemptFailed(
        with: .timedOut,
        after: .seconds(3)
      )
    else { return XCTFail() }
    XCTAssertEqual(attempts.map(\.outcome), [.unavailable, .failed])
    XCTAssertEqual(attempts.map(\.duration), [.zero, .seconds(3)])
    XCTAssertEqual(attempts.map(\.inferenceSource), [.onDevice, .inCloud])
  }

  func testContentGivenEndsItWithThatError() {
    for source in [InferenceSource.onDevice, .inCloud] {
      var plan = plan(source)
      guard
        case .fail(.offline) = plan.attemptFailed(with: .offline, deliveredContent: true)
      else { return XCTFail() }
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
