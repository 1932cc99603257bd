import XCTest

@testable import LocalBackend

final class PrefixCacheTests: XCTestCase {
  private let instructions = Array(TokenID(0)..<100)

  func testFirstPromptReusesNothing() {
    var cache = PrefixCache(sequenceCount: 2)
    XCTAssertEqual(cache.claim(for: [1, 2, 3]), .init(sequence: 0, reused: 0, source: nil))
  }

  func testNextTurnGoesOnInItsSequence() throws {
    var cache = PrefixCache(sequenceCount: 2)
    let first = try XCTUnwrap(cache.claim(for: instructions))
    cache.release(first.sequence, holding: instructions + [7, 8])
    let next = try XCTUnwrap(cache.claim(for: instructions + [7, 8, 9]))
    XCTAssertEqual(next, .init(sequence: first.sequence, reused: 102, source: nil))
  }

  func testSamePromptLeavesItsLastTokenToRead() throws {
    var cache = PrefixCache(sequenceCount: 1)
    cache.release(0, holding: instructions)
    XCTAssertEqual(cache.claim(for: instructions)?.reused, 99)
  }

  func testAllInUse() throws {
    var cache = PrefixCache(sequenceCount: 1)
    XCTAssertNotNil(cache.claim(for: [1]))
    XCTAssertNil(cache.claim(for: [1]))
    XCTAssertFalse(cache.hasFreeSequence)
    cache.release(0, holding: [1])
    XCTAssertTrue(cache.hasFreeSequence)
  }

  func testSharedInstructionsAreCopiedAndBothConversationsStay() throws {
    var cache = PrefixCache(sequenceCount: 3)
    let first = try XCTUnwrap(cache.claim(for: instructions + Array(200..<300)))
    cache.release(first.sequence, holding: instructions + Array(200..<300))
    let second = try XCTUnwrap(cache.claim(for: instructions + Array(300..<400)))
    XCTAssertEqual(second.source, first.sequence)
    XCTAssertEqual(second.reused, 100)
    XCTAssertNotEqual(second.sequence, first.sequence)
    cache.release(second.sequence, holding: instructions + Array(300..<400))
    let firstAgain = try XCTUnwrap(cache.claim(for: instructions + Array(200..<301)))
    XCTAssertEqual(firstAgain, .init(sequence: first.sequence, reused: 200, source: nil))
  }

  func testInstructionsOfARunningRequestAreCopied() throws {
    var cache = PrefixCache(sequenceCount: 2)
    let first = try XCTUnwrap(cache.claim(for: instructions + [500]))
    XCTAssertEqual(cache.claim(for: instructions + [501])?.reused, 0, "nothing is read yet")
    cache.release(1, holding: [])
    cache.update(first.sequence, holding: 101)
    let second = try XCTUnwrap(cache.claim(for: instructions + [501]))
    XCTAssertEqual(second, .init(sequence: 1, reused: 100, source: first.sequence))
  }

  func testWaitsForWhatAnotherReads() throws {
    var cache = PrefixCache(sequenceCount: 3)
    let first = try XCTUnwrap(cache.claim(for: instructions + [500, 501]))
    XCTAssertEqual(cache.decide(on: instructions + [502]), .wait)
    XCTAssertEqual(cache.decide(on: [9, 9]), .begin(.init(sequence: 1, reused: 0, source: nil)))
    cache.update(first.sequence, holding: 84)
    XCTAssertEqual(cache.decide(on: instructions + [502]), .wait)
    cache.update(first.sequence, holding: 100)
    XCTAssertEqual(
      cache.decide(on: instructions + [502]),
      .begin(.init(sequence: 2, reused: 100, source: first.sequence))
    )
    XCTAssertEqual(cache.decide(on: instructions + [503]), .full)
  }

  func testWaitsNoLongerThanTheOtherReads() throws {
    var cache = PrefixCache(sequenceCount: 2)
    let first = try XCTUnwrap(cache.claim(for: instructions))
    XCTAssertEqual(cache.decide(on: instructions), .wait)
    cache.release(first.sequence, holding: [])
    XCTAssertEqual(
      cache.decide(on: instructions),
      .begin(.init(sequence: 0, reused: 0, source: nil))
    )
  }

  func testNobodyWaitsWhereNothingCanBeCopied() throws {
    var cache = PrefixCache(sequenceCount: 2)
    let first = try XCTUnwrap(cache.claim(for: instructions))
    cache.copied(from: first.sequence, false)
    XCTAssertEqual(cache.decide(on: instructions), .wait, "once is no rule")
    cache.copied(from: first.sequence, false)
    XCTAssertEqual(
      cache.decide(on: instructions),
      .begin(.init(sequence: 1, reused: 0, source: nil))
    )
  }

  func testOthersWaitAgainAfterACopy() throws {
    var cache = PrefixCache(sequenceCount: 2)
    let first = try XCTUnwrap(cache.claim(for: instructions))
    for isThere in [false, false, true] { cache.copied(from: first.sequence, isThere) }
    XCTAssertEqual(cache.decide(on: instructions), .wait)
  }

  func testWhatCannotBeCopiedIsNotTriedAgain() throws {
    var cache = PrefixCache(sequenceCount: 3)
    cache.release(0, holding: instructions + [500] + Array(600..<700))
    let claim = try XCTUnwrap(cache.claim(for: instructions + [501]))
    XCTAssertEqual(claim.source, 0)
    cache.copied(from: 0, false)
    cache.clear(claim.sequence)
    XCTAssertEqual(
      cache.decide(on: instructions + [502]),
      .wait,
      "for the one that reads it anew, not for what was lost"
    )
  }

  func testLeastRecentlyUsedIsEvicted() throws {
    var cache = PrefixCache(sequenceCount: 2)
    cache.release(0, holding: [1, 2, 3])
    cache.release(1, holding: [4, 5, 6])
    XCTAssertEqual(cache.claim(for: [9, 9])?.sequence, 0)
  }

  func testLostSequenceHoldsNothing() throws {
    var cache = PrefixCache(sequenceCount: 1)
    cache.release(0, holding: instructions)
    cache.clear(0)
    XCTAssertEqual(cache.claim(for: instructions)?.reused, 0)
  }

  func testOneSequenceIsTrimmedForAnotherConversation() {
    var cache = PrefixCache(sequenceCount: 1)
    cache.release(0, holding: instructions + Array(200..<300))
    XCTAssertEqual(
      cache.claim(for: instructions + [1]),
      .init(sequence: 0, reused: 100, source: nil)
    )
  }
}
