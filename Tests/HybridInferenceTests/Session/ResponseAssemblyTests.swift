import XCTest

@testable import HybridInference

final class ResponseAssemblyTests: XCTestCase {
  func testTextGoesOnInOnePartAndSignaturesKeepTheirOwn() {
    let parts = [
      Part(.text("think"), isThought: true), Part(.text("ing"), isThought: true),
      .text("Hel"), .text(""), .text("lo"), Part(.text(""), thoughtSignature: "c2ln"),
      .text(" again"), .functionCall(.init(name: "f")),
    ]
    XCTAssertEqual(
      assembled(parts.map { [$0] }),
      [
        Part(.text("thinking"), isThought: true), .text("Hello"),
        Part(.text(""), thoughtSignature: "c2ln"), .text(" again"),
        .functionCall(.init(name: "f")),
      ]
    )
    // Parts of one piece stay apart, as they are in an answer in one piece.
    XCTAssertEqual(assembled([[.text("a"), .text("b")]]), [.text("a"), .text("b")])
    XCTAssertEqual(
      assembled([[.text("a"), .text("b")], [.text("c")]]),
      [.text("a"), .text("bc")]
    )
  }

  func testSourcesOfAllPiecesAreKept() {
    let (first, second) = (source("a"), source("b"))
    let pieces: [GroundingMetadata] = [
      .init(webSearchQueries: ["q"], searchEntryPoint: .init(renderedContent: "<p>")),
      .init(groundingChunks: [first], groundingSupports: [support(0, 1, [0])]), .init(),
      .init(groundingSupports: [support(1, 2, [0])]),
    ]
    // The next one brings only what is new, or all of it again.
    for last in [
      GroundingMetadata(groundingChunks: [second], groundingSupports: [support(2, 3, [0])]),
      GroundingMetadata(
        groundingChunks: [first, second],
        groundingSupports: [support(1, 2, [0]), support(2, 3, [1])]
      ),
    ] {
      var assembly = ResponseAssembly()
      for piece in pieces + [last] {
        assembly.add(.init(candidates: [.init(groundingMetadata: piece)]))
      }
      let grounding = assembly.response.candidates[0].groundingMetadata
      XCTAssertEqual(grounding?.groundingChunks, [first, second])
      XCTAssertEqual(
        grounding?.groundingSupports,
        [support(0, 1, [0]), support(1, 2, [0]), support(2, 3, [1])]
      )
      XCTAssertEqual(grounding?.webSearchQueries, ["q"])
      XCTAssertEqual(grounding?.searchEntryPoint?.renderedContent, "<p>")
    }
  }

  func testLogProbabilitiesGoOn() {
    var assembly = ResponseAssembly()
    for text in ["a", "b"] {
      let token = LogProbabilities.Token(text: text, logProbability: -1)
      let tokens = LogProbabilities(chosenTokens: [token], topTokens: [[token]], sum: -2)
      assembly.add(.init(candidates: [.init(logProbabilities: tokens)]))
    }
    let all = assembly.response.candidates[0].logProbabilities
    XCTAssertEqual(all?.chosenTokens.map(\.text), ["a", "b"])
    XCTAssertEqual(all?.topTokens.count, 2)
    XCTAssertEqual(all?.sum, -2)
  }

  private func source(_ uri: String) -> GroundingMetadata.GroundingChunk {
    .init(web: .init(uri: uri))
  }

  private func support(
    _ start: Int,
    _ end: Int,
    _ sources: [Int]
  ) -> GroundingMetadata.GroundingSupport {
    .init(segment: .init(startIndex: start, endIndex: end), groundingChunkIndices: sources)
  }

  func testCandidatesKeepApartByIndex() {
    var assembly = ResponseAssembly()
    for (index, text) in [(0, "a"), (1, "x"), (0, "b"), (1, "y")] {
      assembly.add(.init(candidates: [.init(content: content([.text(text)]), index: index)]))
    }
    XCTAssertEqual(assembly.response.candidates.map(\.content.text), ["ab", "xy"])
  }

  func testWhatALaterPieceDoesNotNameStays() {
    var assembly = ResponseAssembly()
    let rating = SafetyRating(category: .harassment, probability: .low)
    let citation = CitationMetadata.Citation(endIndex: 3, uri: "https://example.com")
    assembly.add(
      .init(
        candidates: [
          .init(
            content: content([.text("a")]),
            safetyRatings: [rating],
            citationMetadata: .init(citations: [citation])
          )
        ],
        usageMetadata: .init(promptTokenCount: 4),
        responseID: "r1"
      )
    )
    assembly.add(
      .init(candidates: [
        .init(finishReason: .stop, citationMetadata: .init(citations: [citation]))
      ])
    )
    assembly.add(.init(usageMetadata: .init(promptTokenCount: 4, totalTokenCount: 9)))

    let candidate = assembly.response.candidates[0]
    XCTAssertEqual(candidate.content.text, "a")
    XCTAssertEqual(candidate.finishReason, .stop)
    XCTAssertEqual(candidate.safetyRatings, [rating])
    XCTAssertEqual(candidate.citationMetadata?.citations, [citation])
    XCTAssertEqual(assembly.response.usageMetadata?.totalTokenCount, 9)
    XCTAssertEqual(assembly.response.responseID, "r1")
  }

  private func content(_ parts: [Part]) -> ModelContent {
    ModelContent(role: .model, parts: parts)
  }

  private func assembled(_ chunks: [[Part]]) -> [Part] {
    var assembly = ResponseAssembly()
    for parts in chunks { assembly.add(.init(candidates: [.init(content: content(parts))])) }
    return assembly.response.candidates[0].content.parts
  }
}
