import XCTest

@testable import LocalBackend

final class StopMatcherTests: XCTestCase {
  private func run(_ pieces: [String], stops: [String]) -> (text: String, isStopped: Bool) {
    var matcher = StopMatcher(stops)
    let text = pieces.map { matcher.append($0) }.joined()
    return (text + matcher.finish(), matcher.isStopped)
  }

  func testTextWithoutAStopComesWhole() {
    XCTAssertEqual(run(["a", "b"], stops: []).text, "ab")
    let (text, isStopped) = run(["ab", "x", "abx"], stops: ["abc"])
    XCTAssertEqual(text, "abxabx")
    XCTAssertFalse(isStopped)
  }

  func testStopAcrossPieces() {
    for pieces in [["one END two"], ["one E", "N", "D two"], "one END two".map(String.init)] {
      let (text, isStopped) = run(pieces, stops: ["END", "two"])
      XCTAssertEqual(text, "one ")
      XCTAssertTrue(isStopped)
    }
  }

  func testFirstPlaceWins() {
    XCTAssertEqual(run(["abcd"], stops: ["cd", "b"]).text, "a")
    XCTAssertEqual(run(["\u{1F30A}\u{1F30B}"], stops: ["\u{1F30B}"]).text, "\u{1F30A}")
  }

  /// However a text is cut into pieces, what comes is what stands before the first stop.
  func testEveryCutGivesTheSame() {
    let text = "aabaabaaabab"
    for first in 0...12 {
      for second in first...12 {
        let pieces = [text.prefix(first), text.dropFirst(first).prefix(second - first)]
        let all = pieces.map(String.init) + [String(text.dropFirst(second))]
        XCTAssertEqual(run(all, stops: ["aaab", "bab"]).text, "aabaab")
      }
    }
  }
}
