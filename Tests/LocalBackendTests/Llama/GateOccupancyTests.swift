import XCTest

@testable import LocalBackend

final class GateOccupancyTests: XCTestCase {
  func testTheEndWaitsForThoseInside() {
    var gate = GateOccupancy()
    XCTAssertEqual(gate.enter(1), .goOn)
    XCTAssertEqual(gate.enter(2), .goOn)
    gate.shut(by: 9)
    XCTAssertTrue(gate.isShut)
    XCTAssertTrue(gate.mustWait)
    XCTAssertEqual(gate.leave(1), .stay)
    XCTAssertTrue(gate.mustWait)
    XCTAssertEqual(gate.leave(2), .stay)
    XCTAssertFalse(gate.mustWait)
    XCTAssertEqual(gate.enter(3), .stay)
    XCTAssertFalse(gate.mustWait, "whoever was kept out is not waited for")
  }

  func testNestedCallsMayFinish() {
    var gate = GateOccupancy()
    XCTAssertEqual(gate.enter(1), .goOn)
    gate.shut(by: 9)
    XCTAssertEqual(gate.enter(1), .goOn)
    XCTAssertEqual(gate.leave(1), .goOn)
    XCTAssertTrue(gate.mustWait)
    XCTAssertEqual(gate.leave(1), .stay)
    XCTAssertFalse(gate.mustWait)
  }

  func testTheThreadThatEndsTheProcessNeverStops() {
    var gate = GateOccupancy()
    XCTAssertEqual(gate.enter(1), .goOn)
    gate.shut(by: 1)
    XCTAssertFalse(gate.mustWait, "it cannot wait for itself")
    XCTAssertEqual(gate.leave(1), .goOn)
    XCTAssertEqual(gate.enter(1), .goOn)
    XCTAssertEqual(gate.leave(1), .goOn)
    // Another one that ends the process meanwhile changes nothing.
    gate.shut(by: 2)
    XCTAssertEqual(gate.enter(1), .goOn)
    XCTAssertEqual(gate.enter(2), .stay)
  }

  func testNothingStaysWhileTheGateIsOpen() {
    var gate = GateOccupancy()
    var random = SplitMix64(state: 3)
    var depths: [UInt: Int] = [:]
    for _ in 0..<2000 {
      let thread = UInt.random(in: 0..<5, using: &random)
      if depths[thread, default: 0] > 0, Bool.random(using: &random) {
        XCTAssertEqual(gate.leave(thread), .goOn)
        depths[thread, default: 0] -= 1
      } else {
        XCTAssertEqual(gate.enter(thread), .goOn)
        depths[thread, default: 0] += 1
      }
    }
    gate.shut(by: 99)
    XCTAssertEqual(gate.mustWait, depths.values.contains { $0 > 0 })
  }
}
