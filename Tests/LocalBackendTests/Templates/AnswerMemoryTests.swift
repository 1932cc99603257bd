import XCTest

@testable import LocalBackend

final class AnswerMemoryTests: XCTestCase {
  func testRemembers() {
    var memory = AnswerMemory(capacity: 10)
    memory.remember([1, 2], as: "a")
    XCTAssertEqual(memory.tokens(of: "a"), [1, 2])
    XCTAssertNil(memory.tokens(of: "b"))
    memory.remember([3], as: "a")
    XCTAssertEqual(memory.tokens(of: "a"), [3])
  }

  func testForgetsTheLeastRecentlyUsed() {
    var memory = AnswerMemory(capacity: 5)
    memory.remember([1, 2], as: "a")
    memory.remember([3, 4], as: "b")
    _ = memory.tokens(of: "a")
    memory.remember([5, 6], as: "c")
    XCTAssertNotNil(memory.tokens(of: "a"))
    XCTAssertNil(memory.tokens(of: "b"))
    XCTAssertNotNil(memory.tokens(of: "c"))
  }

  func testAnswerThatIsTooLong() {
    var memory = AnswerMemory(capacity: 2)
    memory.remember([1], as: "a")
    memory.remember([1, 2, 3], as: "b")
    XCTAssertNil(memory.tokens(of: "b"))
    XCTAssertNotNil(memory.tokens(of: "a"))
    memory.remember([], as: "")
    XCTAssertNil(memory.tokens(of: ""))
  }

  func testTheBeginningOfAnAnswer() {
    var memory = AnswerMemory()
    let bytes = { (token: TokenID) in Array(repeating: UInt8(ascii: "a"), count: Int(token)) }
    memory.remember([1, 2, 3], as: "aaaaaa")
    XCTAssertEqual(memory.tokens(ofBeginning: "aaa", bytes: bytes), [1, 2])
    XCTAssertEqual(memory.tokens(ofBeginning: "aaaaaa", bytes: bytes), [1, 2, 3])
    XCTAssertNil(memory.tokens(ofBeginning: "aa", bytes: bytes), "it ends within a token")
    XCTAssertNil(memory.tokens(ofBeginning: "b", bytes: bytes))
    XCTAssertNil(memory.tokens(ofBeginning: "aaaaaaa", bytes: bytes))
  }
}
