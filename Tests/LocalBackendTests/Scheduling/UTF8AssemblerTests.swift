import XCTest

@testable import LocalBackend

final class UTF8AssemblerTests: XCTestCase {
  private let text = "naïve 東京 👩‍👩‍👧 𝄞 \u{10FFFF}\u{7FF}\u{800}\u{0}é"

  func testEverySplitGivesWholeCharacters() {
    let bytes = Array(text.utf8)
    for size in 1...7 {
      var assembler = UTF8Assembler()
      var pieces: [String] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        pieces.append(assembler.append(Array(bytes[start..<min(start + size, bytes.count)])))
      }
      XCTAssertEqual(assembler.finish(), "", "nothing is left of valid text")
      XCTAssertEqual(pieces.joined(), text, "pieces of \(size)")
      XCTAssertFalse(pieces.contains { $0.contains("\u{FFFD}") }, "pieces of \(size)")
    }
  }

  func testUnfinishedCharacterAtTheEnd() {
    var assembler = UTF8Assembler()
    XCTAssertEqual(assembler.append([0x61, 0xE6, 0x9D]), "a")
    XCTAssertEqual(assembler.finish(), "\u{FFFD}")
    XCTAssertEqual(assembler.append([0x62]), "b", "it can be used again")
  }

  func testInvalidBytesAreNotKeptBack() {
    for bytes: [UInt8] in [[0xFF], [0x80], [0xC0], [0xED, 0xA0], [0xF4, 0x90], [0xE0, 0x80]] {
      var assembler = UTF8Assembler()
      let text = assembler.append(bytes + [0x61])
      XCTAssertTrue(text.hasSuffix("a"), "\(bytes)")
      XCTAssertEqual(assembler.finish(), "", "\(bytes)")
      var second = UTF8Assembler()
      XCTAssertFalse(second.append(bytes).isEmpty, "\(bytes) can never become valid")
    }
  }
}
