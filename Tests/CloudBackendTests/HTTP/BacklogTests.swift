import Foundation
import Synchronization
import TestSupport
import XCTest

@testable import CloudBackend

final class BacklogTests: XCTestCase {
  /// Adds on a thread of its own; gives how often it has gone on.
  private func adder(
    _ backlog: Backlog,
    _ sizes: [Int]
  ) -> @Sendable () -> Int {
    let count = Counter()
    Thread.detachNewThread {
      for size in sizes {
        backlog.add(size)
        count.value.withLock { $0 += 1 }
      }
    }
    return { count.value.withLock(\.self) }
  }

  private final class Counter: Sendable {
    let value = Mutex(0)
  }

  /// Who takes may be faster than who brings has counted.
  func testTakenBeforeItIsCounted() {
    let backlog = Backlog(limit: 10)
    backlog.take(11)
    backlog.add(11)
    XCTAssertEqual(backlog.size, 0)
    backlog.close()
    backlog.take(5)
    XCTAssertEqual(backlog.size, 0)
  }

  func testWaitsUntilHalfIsLeft() async throws {
    let backlog = Backlog(limit: 10, patience: .seconds(60))
    let added = adder(backlog, [4, 6, 1, 1])
    try await waitUntil("it waits") { backlog.size == 11 }
    for size in [10, 9, 8, 7, 6] {
      backlog.take(1)
      XCTAssertEqual(backlog.size, size)
      XCTAssertEqual(added(), 2, "\(size)")
    }
    backlog.take(1)
    try await waitUntil("it goes on") { added() == 4 }
    XCTAssertEqual(backlog.size, 6)
  }

  func testWhoTakesNothingIsNotWaitedFor() async throws {
    let backlog = Backlog(limit: 10, patience: .milliseconds(1))
    let added = adder(backlog, Array(repeating: 11, count: 1000))
    try await waitUntil("it goes on") { added() == 1000 }
    XCTAssertEqual(backlog.size, 11_000)
  }

  func testWhoTakesAgainIsWaitedForAgain() async throws {
    let backlog = Backlog(limit: 10, patience: .milliseconds(1))
    backlog.add(11)
    backlog.add(11)
    backlog.take(1)
    // It would go on at once, had it not become patient again.
    let start = ContinuousClock.now
    backlog.add(1)
    XCTAssertGreaterThanOrEqual(start.duration(to: .now), .milliseconds(1))
  }

  func testSlowTakersAreWaitedFor() async throws {
    let backlog = Backlog(limit: 100, patience: .seconds(60))
    let added = adder(backlog, Array(repeating: 10, count: 500))
    while added() < 500 {
      XCTAssertLessThanOrEqual(backlog.size, 110)
      backlog.take(1)
    }
  }

  func testNobodyWaitsForWhatIsClosed() async throws {
    let backlog = Backlog(limit: 10, patience: .seconds(60))
    let added = (0..<3).map { _ in adder(backlog, [11, 11]) }
    try await waitUntil("all wait") { backlog.size == 33 }
    backlog.close()
    try await waitUntil("all go on") { added.allSatisfy { $0() == 2 } }
    XCTAssertEqual(backlog.size, 0)
  }

  func testManyThreadsAreAllReleased() async throws {
    let backlog = Backlog(limit: 10, patience: .seconds(60))
    let added = (0..<8).map { _ in adder(backlog, Array(repeating: 3, count: 1000)) }
    var taken = 0
    while taken < 8 * 1000 * 3 {
      guard backlog.size > 0 else { continue }
      let size = backlog.size
      backlog.take(size)
      taken += size
    }
    try await waitUntil("all have gone on") { added.allSatisfy { $0() == 1000 } }
  }
}
