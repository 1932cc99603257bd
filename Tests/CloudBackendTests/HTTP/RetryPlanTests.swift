import HybridInference
import XCTest

@testable import CloudBackend

final class RetryPlanTests: XCTestCase {
  private let policy = RetryPolicy(
    maximumAttempts: 6,
    initialDelay: .seconds(1),
    maximumDelay: .seconds(5),
    waitingBudget: .seconds(100)
  )

  func testTheCeilingDoublesUpToTheGreatest() {
    var plan = RetryPlan(policy)
    for seconds in [1, 2, 4, 5, 5] {
      XCTAssertEqual(
        plan.attemptFailed(.backOff, random: 1),
        .retry(after: .seconds(seconds))
      )
    }
    XCTAssertEqual(plan.attemptFailed(.backOff, random: 1), .fail)
    XCTAssertEqual(plan.retries, 5)
  }

  func testTheWaitIsAnywhereBelowTheCeiling() {
    for random in [0, 0.25, 1] {
      var plan = RetryPlan(policy)
      XCTAssertEqual(plan.attemptFailed(.backOff, random: random), .retry(after: .seconds(random)))
    }
  }

  func testWaitsAsLongAsTheServerAsks() {
    var plan = RetryPlan(policy)
    XCTAssertEqual(
      plan.attemptFailed(.after(.seconds(45.5)), random: 0),
      .retry(after: .seconds(45.5))
    )
    XCTAssertEqual(plan.attemptFailed(.after(.zero), random: 0.5), .retry(after: .seconds(1)))
  }

  func testFailsWhereTheWaitsExceedTheBudget() {
    var plan = RetryPlan(RetryPolicy(maximumAttempts: 9, waitingBudget: .seconds(10)))
    XCTAssertEqual(plan.attemptFailed(.after(.seconds(7)), random: 0), .retry(after: .seconds(7)))
    XCTAssertEqual(plan.attemptFailed(.after(.seconds(4)), random: 0), .fail)
    var other = RetryPlan(policy)
    XCTAssertEqual(
      other.attemptFailed(.backOff, timeLeft: .milliseconds(500), random: 1),
      .fail
    )
  }

  func testNeverMeansNever() {
    var plan = RetryPlan(policy)
    XCTAssertEqual(plan.attemptFailed(.never, random: 0), .fail)
    var none = RetryPlan(.none)
    XCTAssertEqual(none.attemptFailed(.backOff, random: 0), .fail)
    XCTAssertEqual(none.retries, 0)
  }

  func testTheDefaultIsKindToAHybrid() {
    var plan = RetryPlan(.default)
    var waited = Duration.zero
    while case .retry(let delay) = plan.attemptFailed(.backOff, random: 1) { waited += delay }
    XCTAssertLessThanOrEqual(waited, .seconds(2))
    XCTAssertEqual(plan.retries, 2)
    var asked = RetryPlan(.default)
    XCTAssertEqual(asked.attemptFailed(.after(.seconds(45)), random: 1), .fail)
  }

  func testValuesThatMakeNoSenseAreHarmless() {
    var plan = RetryPlan(
      RetryPolicy(maximumAttempts: 0, initialDelay: .seconds(-1), maximumDelay: .seconds(-1))
    )
    XCTAssertEqual(plan.attemptFailed(.backOff, random: 2), .fail)
    var negative = RetryPlan(RetryPolicy(initialDelay: .seconds(-1), maximumDelay: .seconds(-1)))
    XCTAssertEqual(negative.attemptFailed(.backOff, random: .nan), .retry(after: .zero))
  }
}
