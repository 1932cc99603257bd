import Foundation
import TestSupport
import XCTest

/// A program may end at any time: while a model is loaded, while it runs, and a moment after.
///
/// glibc fills freed memory with other bytes in these programs, so that whoever still uses it
/// crashes, and not only now and then.
final class ExitTests: XCTestCase {
  private struct Try {
    var phase: String
    var delay: Int
    var way = "main"
  }

  private func run(_ attempt: Try) throws {
    let model = try LocalModels.system().path
    let start = ContinuousClock.now
    let ended = try Program.run(
      Program.built("ExitingProgram"),
      [model, attempt.phase, "\(attempt.delay)", attempt.way],
      environment: ["MALLOC_PERTURB_": "165", "SWIFT_BACKTRACE": "enable=no"]
    )
    XCTAssertEqual(ended.status, 0, "\(attempt): \(ended.errors)")
    XCTAssertLessThan(ContinuousClock.now - start, .seconds(20), "\(attempt)")
  }

  func testWhileItIsLoadedForTheFirstTime() throws {
    for delay in [0, 4000, 10_000, 60_000, 75_000, 85_000, 95_000, 110_000] {
      try run(.init(phase: "load", delay: delay))
    }
  }

  func testWhileItWorks() throws {
    try run(.init(phase: "prewarm", delay: 3000))
    try run(.init(phase: "answer", delay: 5000))
    try run(.init(phase: "cancel", delay: 1000))
    try run(.init(phase: "crowd", delay: 30_000))
  }

  func testFromOtherThreads() throws {
    try run(.init(phase: "load", delay: 20_000, way: "thread"))
    try run(.init(phase: "answer", delay: 2000, way: "thread"))
    try run(.init(phase: "answer", delay: 4000, way: "call"))
    try run(.init(phase: "line", delay: 30))
    try run(.init(phase: "line", delay: 30, way: "inside"))
  }

  /// More tries than anybody wants to wait for; see the variable.
  func testManyTimes() throws {
    let variable = "HYBRID_INFERENCE_EXIT_TRIES"
    guard let count = ProcessInfo.processInfo.environment[variable].flatMap({ Int($0) }) else {
      throw XCTSkip("\(variable) says how many")
    }
    var random = SplitMix64(state: 7)
    for _ in 0..<count {
      let phase = ["load", "load", "prewarm", "answer", "cancel", "crowd", "line"]
        .randomElement(using: &random)
      let longest = phase == "line" ? 90 : Bool.random(using: &random) ? 10_000 : 300_000
      let ways = ["main", "main", "call", "thread"] + (phase == "line" ? ["inside"] : [])
      try run(
        .init(
          phase: try XCTUnwrap(phase),
          delay: .random(in: 0...longest, using: &random),
          way: try XCTUnwrap(ways.randomElement(using: &random))
        )
      )
    }
  }
}
