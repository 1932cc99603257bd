import XCTest

@testable import LocalBackend

/// The bytes of a sequence's state, among so many streams.
final class StreamLayoutTests: XCTestCase {
  private func number(_ number: UInt32) -> [UInt8] { withUnsafeBytes(of: number) { Array($0) } }

  /// What llama.cpp writes: the number of streams, then each one's cells, of which one's are not empty.
  private func state(_ cells: [UInt8], streams: Int, own: Int) -> [UInt8] {
    number(UInt32(streams))
      + (0..<streams).flatMap { $0 == own ? number(UInt32(cells.count)) + cells : number(0) }
  }

  func testAStateFitsAnyNumberOfStreams() throws {
    let cells: [UInt8] = [7, 0, 0, 0, 9, 0]
    let alone = state(cells, streams: 1, own: 0)
    for streams in 1...6 {
      for own in 0..<streams {
        let bytes = state(cells, streams: streams, own: own)
        let narrow = try XCTUnwrap(StreamLayout.narrowed(bytes[...], streams: streams, own: own))
        XCTAssertEqual(narrow, alone, "\(own) of \(streams)")
        XCTAssertEqual(
          StreamLayout.widened(narrow[...], streams: streams),
          state(cells, streams: streams, own: 0)
        )
      }
    }
  }

  /// A state of another layout is not taken for one: it would be read as nonsense.
  func testOtherLayoutsAreRefused() {
    let bytes = state([1, 2, 3], streams: 3, own: 1)
    for (streams, own) in [(2, 1), (4, 1), (3, 0), (3, 2)] {
      XCTAssertNil(StreamLayout.narrowed(bytes[...], streams: streams, own: own))
    }
    for count in 0..<16 {
      XCTAssertNil(StreamLayout.narrowed(bytes.prefix(count), streams: 3, own: 1))
    }
    XCTAssertNil(StreamLayout.narrowed([], streams: 1, own: 0))
  }
}
