import XCTest

@testable import LocalBackend

final class LoadInterestTests: XCTestCase {
  private typealias Interest = LoadInterest<String, Int>

  /// Asks, with the number as the waiter, and says what came of it.
  private func ask(_ interest: inout Interest, _ number: Int) -> String {
    switch interest.ask(number, number) {
    case .known(let outcome): outcome
    case .wait: "wait"
    case .cancelled: "cancelled"
    case .stopped: "stopped"
    }
  }

  func testAllAreTold() {
    var interest = Interest()
    XCTAssertTrue(interest.mayGoOn(), "nobody has asked yet")
    let first = interest.announce()
    let second = interest.announce()
    XCTAssertEqual(ask(&interest, first), "wait")
    XCTAssertEqual(ask(&interest, second), "wait")
    XCTAssertTrue(interest.mayGoOn())
    XCTAssertEqual(interest.finish(with: "model").sorted(), [first, second])
    XCTAssertEqual(interest.finish(with: "model"), [], "only once")
    let third = interest.announce()
    XCTAssertEqual(ask(&interest, third), "model")
    XCTAssertNil(interest.giveUp(third))
  }

  func testItStopsWhenAllHaveGivenUp() {
    var interest = Interest()
    let first = interest.announce()
    let second = interest.announce()
    XCTAssertEqual(ask(&interest, first), "wait")
    XCTAssertEqual(ask(&interest, second), "wait")
    XCTAssertEqual(interest.giveUp(first), first)
    XCTAssertNil(interest.giveUp(first), "nobody is told twice")
    XCTAssertTrue(interest.mayGoOn(), "the other one still wants it")
    XCTAssertEqual(interest.giveUp(second), second)
    XCTAssertFalse(interest.mayGoOn())
    XCTAssertTrue(interest.isStopped)
    // Too late: the load has been told.
    let third = interest.announce()
    XCTAssertEqual(ask(&interest, third), "stopped")
    XCTAssertFalse(interest.mayGoOn())
  }

  func testWhoeverComesInTimeKeepsItGoing() {
    var interest = Interest()
    let first = interest.announce()
    XCTAssertEqual(ask(&interest, first), "wait")
    XCTAssertEqual(interest.giveUp(first), first)
    let second = interest.announce()
    XCTAssertTrue(interest.mayGoOn())
    XCTAssertEqual(ask(&interest, second), "wait")
    XCTAssertEqual(interest.finish(with: "model"), [second])
  }

  func testGivingUpBeforeAsking() {
    var interest = Interest()
    let first = interest.announce()
    XCTAssertNil(interest.giveUp(first))
    XCTAssertEqual(ask(&interest, first), "cancelled")
    XCTAssertFalse(interest.mayGoOn())
  }

  func testGivingUpAfterTheEndChangesNothing() {
    var interest = Interest()
    let first = interest.announce()
    XCTAssertEqual(ask(&interest, first), "wait")
    XCTAssertEqual(interest.finish(with: "model"), [first])
    XCTAssertNil(interest.giveUp(first))
    XCTAssertTrue(interest.mayGoOn())
    XCTAssertFalse(interest.isStopped)
    XCTAssertEqual(interest.outcome, "model")
  }
}
