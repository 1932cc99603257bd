import HybridInference
import XCTest

/// The article on errors says of every case what the code says.
final class ErrorArticleTests: XCTestCase {
  /// An error of each case, with values that the article writes in italics; several where what to do differs.
  private static let errors: [(name: String, error: GenerationError)] = [
    ("assetsUnavailable", .assetsUnavailable(reason: .modelNotReady)),
    ("assetsUnavailable", .assetsUnavailable(reason: .deviceNotEligible)),
    ("assetsUnavailable", .assetsUnavailable(reason: .appleIntelligenceNotEnabled)),
    ("assetsUnavailable", .assetsUnavailable(reason: .other("reason"))),
    ("unsupportedPromptContent", .unsupportedPromptContent(reason: "reason")),
    ("exceededContextWindowSize", .exceededContextWindowSize(tokenCount: 5000, contextSize: 4096)),
    ("invalidRequest", .invalidRequest(field: "field", reason: "reason")),
    ("concurrentRequests", .concurrentRequests),
    ("promptBlocked", .promptBlocked(.init(promptFeedback: .init(blockReason: .safety)))),
    ("responseStoppedEarly", .responseStoppedEarly(.safety, .init())),
    ("decodingFailure", .decodingFailure(reason: "reason")),
    ("offline", .offline(reason: "reason")),
    ("timedOut", .timedOut),
    ("connectionLost", .connectionLost),
    ("rateLimited", .rateLimited(retryAfter: nil)),
    ("backend", .backend(.init(code: 418, status: "STATUS", message: "message"))),
    ("toolCallFailed", .toolCallFailed(name: "name", reason: "reason")),
    ("allModelsFailed", .allModelsFailed(attempts)),
    ("internalError", .internalError(reason: "reason")),
  ]

  private static let attempts = [
    RouteAttempt(
      modelName: "model",
      inferenceSource: .inCloud,
      outcome: .failed,
      error: .timedOut
    )
  ]

  func testEachCaseStandsInTheArticleAsInTheCode() throws {
    let article = try ErrorArticle()
    for (name, error) in Self.errors {
      let anchor = try XCTUnwrap(error.helpAnchor?.split(separator: "#").last.map(String.init))
      XCTAssertEqual(error.helpAnchor, "documentation/hybridinference/handlingerrors#" + anchor)
      let row = ErrorArticle.Row(
        name: name,
        description: error.localizedDescription,
        suggestion: try XCTUnwrap(error.recoverySuggestion)
      )
      XCTAssertTrue(article.rows[anchor]?.contains(row) ?? false, "\(anchor): \(row)")
    }
  }

  func testTheArticleHasNoOtherCases() throws {
    let names = try ErrorArticle.namesOfAllCases()
    XCTAssertEqual(names.count, 16)
    XCTAssertEqual(Set(names), Set(Self.errors.map(\.name)))
    XCTAssertEqual(try ErrorArticle().rows.values.joined().count, Self.errors.count)
  }

  func testCodesOfServersStandInTheArticleAsInTheCode() throws {
    let article = try ErrorArticle()
    XCTAssertEqual(
      Set(article.suggestionsByCode.keys),
      ["400", "401", "403", "404", "500 and more", "others"]
    )
    for (words, suggestion) in article.suggestionsByCode {
      let code = Int(words.prefix { $0.isNumber }) ?? 418
      XCTAssertEqual(BackendError(code: code).recoverySuggestion, suggestion)
      XCTAssertEqual(GenerationError.backend(.init(code: code)).recoverySuggestion, suggestion)
    }
    XCTAssertEqual(
      BackendError(code: 404).helpAnchor,
      GenerationError.backend(.init(code: 404)).helpAnchor
    )
  }
}
