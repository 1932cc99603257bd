import HybridInference
import XCTest

/// Byte offsets of servers become ranges in the part that they belong to.
final class TextPassageTests: XCTestCase {
  private let candidate = Candidate(
    content: ModelContent(
      role: .model,
      parts: [
        Part(.text("thinking about it"), isThought: true), .text("naïve 👩‍👩‍👧 "), .text("日本語 end"),
        .functionCall(.init(name: "f")),
      ]
    )
  )

  private func segment(
    _ start: Int,
    _ end: Int,
    part: Int = 0,
    _ text: String = ""
  ) -> GroundingMetadata.Segment {
    .init(partIndex: part, startIndex: start, endIndex: end, text: text)
  }

  private func citation(_ start: Int, _ end: Int) -> CitationMetadata.Citation {
    .init(startIndex: start, endIndex: end)
  }

  func testASegmentIsInThePartThatItNames() throws {
    XCTAssertEqual(candidate.text(of: segment(0, 6, part: 1)), "naïve")
    XCTAssertEqual(candidate.text(of: segment(3, 9, part: 2, "本語")), "本語")
    let passage = try XCTUnwrap(candidate.passage(of: segment(3, 9, part: 2)))
    XCTAssertEqual(passage.partIndex, 2)
    XCTAssertEqual(candidate.content.parts[2].text?[passage.range], "本語")
    XCTAssertEqual(candidate.text(of: passage), "本語")
    XCTAssertEqual(candidate.text(of: segment(13, 13, part: 2)), "")
  }

  func testASegmentIsNeverInAThought() {
    // Servers leave the part's index out also where thoughts come first.
    XCTAssertEqual(candidate.text(of: segment(0, 6)), "naïve")
    XCTAssertEqual(candidate.text(of: segment(0, 6, "naïve")), "naïve")
    XCTAssertEqual(candidate.text(of: segment(3, 9, "本語")), "本語", "counted from its part")
    XCTAssertEqual(candidate.text(of: segment(29, 35, "本語")), "本語", "counted from the start")
    XCTAssertNil(candidate.passage(of: segment(0, 6, part: 3)))
  }

  func testATextThatIsAnotherOneIsNoPassage() {
    XCTAssertNil(candidate.passage(of: segment(0, 6, part: 1, "other")))
    XCTAssertNil(candidate.text(of: segment(0, 6, part: 1, "naive")))
  }

  func testOffsetsThatAreNoneGiveNothing() {
    for (start, end) in [
      (-1, 2), (3, 1), (0, 100), (100, 101), (0, 3), (3, 6), (Int.min, Int.max), (7, 9),
    ] {
      XCTAssertNil(candidate.passage(of: segment(start, end, part: 1)), "\(start) \(end)")
      let citation = CitationMetadata.Citation(startIndex: start, endIndex: end)
      XCTAssertNil(candidate.passage(of: citation), "\(start) \(end)")
    }
    for part in [-1, 3, 4, Int.max] {
      XCTAssertNil(candidate.passage(of: segment(0, 1, part: part)))
    }
    XCTAssertNil(Candidate().passage(of: segment(0, 0)))
  }

  func testCitationsCountFromTheStartOfTheVisibleText() throws {
    XCTAssertEqual(candidate.text(of: citation(0, 6)), "naïve")
    let passage = try XCTUnwrap(candidate.passage(of: citation(26, 35)))
    XCTAssertEqual(passage.partIndex, 2)
    XCTAssertEqual(candidate.text(of: passage), "日本語")
    // Over two parts there is a text, but no passage of one part.
    let both = citation(25, 29)
    XCTAssertNil(candidate.passage(of: both))
    XCTAssertEqual(candidate.text(of: both), " 日")
    XCTAssertNil(candidate.text(of: CitationMetadata.Citation(startIndex: 3)), "no end")
  }

  func testEveryOffsetIsRightOrNothing() {
    let text = "aé日👩‍👩‍👧\r\n"
    let candidate = Candidate(content: ModelContent(role: .model, parts: [.text(text)]))
    let bytes = Array(text.utf8)
    for start in 0...bytes.count {
      for end in start...bytes.count where end > start || start == 0 {
        let expected = String(validating: bytes[start..<end], as: UTF8.self)
        XCTAssertEqual(candidate.text(of: segment(start, end)).map(String.init), expected)
      }
    }
  }
}
