import HybridInference
import XCTest

@testable import LocalBackend

final class SamplingPlanTests: XCTestCase {
  private func steps(_ options: GenerationOptions?) throws -> [SamplingPlan.Step] {
    try SamplingPlan(options).steps
  }

  func testGreedyIsThatAndNothingElse() throws {
    XCTAssertEqual(try steps(.init(sampling: .greedy)), [.mostProbable])
    XCTAssertEqual(try steps(.init(sampling: .greedy, temperature: 1)), [.mostProbable])
    XCTAssertEqual(try steps(.init(temperature: 0)), [.mostProbable])
    XCTAssertEqual(
      try steps(.init(sampling: .random(top: 3, seed: 1), temperature: 0)),
      [.mostProbable]
    )
  }

  func testRandom() throws {
    XCTAssertEqual(
      try steps(.init(sampling: .random(top: 5, seed: 3), temperature: 1.5)),
      [.top(5), .temperature(1.5), .random(seed: 3)]
    )
    XCTAssertEqual(
      try steps(.init(sampling: .random(probabilityThreshold: 0.5, seed: 3))),
      [.threshold(0.5), .temperature(0.8), .random(seed: 3)]
    )
  }

  func testDefaultIsRandom() throws {
    let first = try steps(nil)
    XCTAssertEqual(first.count, 5)
    XCTAssertNotEqual(first, try steps(nil), "each answer has a seed of its own")
  }

  func testSeedsAreFolded() {
    XCTAssertEqual(SamplingPlan.seed(from: 5), 5)
    XCTAssertEqual(SamplingPlan.seed(from: 0x0000_0001_0000_0002), 3)
    XCTAssertEqual(SamplingPlan.seed(from: .max), 0)
    XCTAssertNotEqual(
      SamplingPlan.seed(from: 0xFFFF_FFFF),
      .max,
      "all bits set would ask llama.cpp for any seed"
    )
  }

  func testOutOfRange() {
    let cases: [(GenerationOptions, String)] = [
      (.init(temperature: -0.1), "temperature"),
      (.init(temperature: 2.1), "temperature"),
      (.init(temperature: .nan), "temperature"),
      (.init(temperature: .infinity), "temperature"),
      (.init(maximumResponseTokens: 0), "maximumResponseTokens"),
      (.init(maximumResponseTokens: -5), "maximumResponseTokens"),
      (.init(sampling: .random(top: 0)), "sampling.top"),
      (.init(sampling: .random(top: .min)), "sampling.top"),
      (.init(sampling: .random(probabilityThreshold: 0)), "sampling.probabilityThreshold"),
      (.init(sampling: .random(probabilityThreshold: 1.1)), "sampling.probabilityThreshold"),
      (.init(sampling: .random(probabilityThreshold: .nan)), "sampling.probabilityThreshold"),
    ]
    for (options, field) in cases {
      XCTAssertThrowsError(try SamplingPlan(options), field) { error in
        guard case .invalidRequest(let named, _) = error as? GenerationError else {
          return XCTFail("\(error)")
        }
        XCTAssertEqual(named, field)
      }
    }
  }

  func testBordersAreValid() throws {
    _ = try SamplingPlan(.init(temperature: 2, maximumResponseTokens: 1))
    _ = try SamplingPlan(.init(sampling: .random(top: .max)))
    _ = try SamplingPlan(.init(sampling: .random(probabilityThreshold: 1)))
  }

  func testExtras() throws {
    let greedy = try SamplingPlan(.init(sampling: .greedy, repetitionPenalty: 1.2, minP: 0.1))
    XCTAssertEqual(greedy.steps, [.penalty(1.2), .mostProbable])
    let random = try SamplingPlan(
      .init(
        sampling: .random(top: 5, seed: 1),
        stopSequences: ["x"],
        repetitionPenalty: 1,
        minP: 0.1
      )
    )
    XCTAssertEqual(
      random.steps,
      [.top(5), .minimum(0.1), .temperature(0.8), .random(seed: 1)]
    )
    XCTAssertEqual(random.stopSequences, ["x"])
    let defaults = try SamplingPlan(.init(minP: 0.2))
    XCTAssertEqual(defaults.steps.prefix(3), [.top(40), .threshold(0.95), .minimum(0.2)])
    for options: GenerationOptions in [
      .init(minP: -0.1), .init(minP: 1.1), .init(minP: .nan), .init(repetitionPenalty: 0),
      .init(repetitionPenalty: .infinity), .init(stopSequences: ["a", ""]),
    ] {
      XCTAssertThrowsError(try SamplingPlan(options))
    }
  }
}
