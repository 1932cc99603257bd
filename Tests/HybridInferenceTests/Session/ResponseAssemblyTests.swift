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
    XCTAssertEqual(assembled([parts]), assembled(parts.map { [$0] }))
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
