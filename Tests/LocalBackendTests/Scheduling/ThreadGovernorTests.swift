import XCTest

@testable import LocalBackend

final class ThreadGovernorTests: XCTestCase {
  /// Runs steps for a time on a machine that is described by what a step costs.
  ///
  /// - Returns: How many steps were done per second.
  private func run(
    _ governor: inout ThreadGovernor,
    for duration: Double,
    tokens: Int = 1,
    cost: (_ threads: Int) -> Double
  ) -> Double {
    var time = 0.0
    var steps = 0
    while time < duration {
      let seconds = cost(governor.threads)
      if let patience = governor.patience(tokens: tokens), patience < seconds {
        time += patience
        governor.recordGivenUp(tokens: tokens, seconds: patience)
      } else {
        time += seconds
        steps += 1
        governor.record(tokens: tokens, seconds: seconds)
      }
    }
    return Double(steps) / time
  }

  func testIdleMachineKeepsAllThreads() {
    var governor = ThreadGovernor(limit: 2)
    let speed = run(&governor, for: 60) { 0.014 / Double($0) }
    XCTAssertGreaterThan(speed, 0.99 / 0.007)
  }

  func testNeighbourThatTakesACore() {
    var governor = ThreadGovernor(limit: 2)
    _ = run(&governor, for: 10) { 0.014 / Double($0) }
    let busy = run(&governor, for: 30) { $0 == 1 ? 0.015 : 0.4 }
    XCTAssertGreaterThan(busy, 0.75 / 0.015)
    _ = run(&governor, for: 5) { 0.014 / Double($0) }
    let idle = run(&governor, for: 30) { 0.014 / Double($0) }
    XCTAssertGreaterThan(idle, 0.98 / 0.007, "all threads again when the neighbour is gone")
  }

  /// Steps that would take seconds are given up: neither the first ones nor later trials cost them.
  func testNeighbourThatStopsSteps() {
    var governor = ThreadGovernor(limit: 2)
    _ = run(&governor, for: 10) { 0.014 / Double($0) }
    let busy = run(&governor, for: 10) { $0 == 1 ? 0.015 : 4 }
    XCTAssertGreaterThan(busy, 0.8 / 0.015)
    let idle = run(&governor, for: 30) { 0.014 / Double($0) }
    XCTAssertGreaterThan(idle, 0.95 / 0.007)
    // Nor do longer steps, of which none has been seen.
    let long = run(&governor, for: 20, tokens: 30) { $0 == 1 ? 0.3 : 60 }
    XCTAssertGreaterThan(long, 0.5 / 0.3)
  }

  /// Nothing is given up that is not known to take less, or that fewer threads could not do.
  func testPatience() {
    var governor = ThreadGovernor(limit: 2)
    XCTAssertNil(governor.patience(tokens: 1))
    governor.record(tokens: 1, seconds: 0.1)
    XCTAssertEqual(governor.patience(tokens: 1), 2)
    XCTAssertEqual(governor.patience(tokens: 500).map { $0 >= 2 }, true)
    var single = ThreadGovernor(limit: 1)
    single.record(tokens: 1, seconds: 0.1)
    XCTAssertNil(single.patience(tokens: 1))
  }

  /// A step that was interrupted once, or the first one after a pause, changes nothing.
  func testSingleSlowSteps() {
    var governor = ThreadGovernor(limit: 2)
    _ = run(&governor, for: 30) { 0.014 / Double($0) }
    var stepsOfOneThread = 0
    for _ in 0..<20 {
      governor.record(tokens: 1, seconds: 0.1)
      for _ in 0..<20 {
        if governor.threads == 1 { stepsOfOneThread += 1 }
        governor.record(tokens: 1, seconds: 0.014 / Double(governor.threads))
      }
    }
    XCTAssertLessThanOrEqual(stepsOfOneThread, 2, "no more than one trial that was due anyway")
  }

  func testNeighbourThatWasThereFirst() {
    var governor = ThreadGovernor(limit: 2)
    _ = run(&governor, for: 5) { $0 == 1 ? 0.015 : 0.1 }
    let speed = run(&governor, for: 30) { $0 == 1 ? 0.015 : 0.1 }
    XCTAssertGreaterThan(speed, 0.85 / 0.015)
  }

  func testSeveralNeighboursOnALargeMachine() {
    var governor = ThreadGovernor(limit: 8)
    _ = run(&governor, for: 5) { 0.080 / Double($0) }
    _ = run(&governor, for: 10) { $0 > 5 ? 0.3 : 0.080 / Double($0) }
    let speed = run(&governor, for: 30) { $0 > 5 ? 0.3 : 0.080 / Double($0) }
    XCTAssertGreaterThan(speed, 0.75 / 0.016)
  }

  func testOneThread() {
    var governor = ThreadGovernor(limit: 1)
    _ = run(&governor, for: 10) { _ in .random(in: 0.001...1) }
    XCTAssertEqual(governor.threads, 1)
  }

  /// Whatever steps take, the number of threads is one that there is.
  func testStaysWithinItsLimits() {
    var random = SplitMix64(state: 3)
    var governor = ThreadGovernor(limit: 4)
    for _ in 0..<20_000 {
      governor.record(
        tokens: .random(in: 0...512, using: &random),
        seconds: .random(in: 0...1, using: &random)
      )
      XCTAssertTrue((1...4).contains(governor.threads))
    }
  }
}
