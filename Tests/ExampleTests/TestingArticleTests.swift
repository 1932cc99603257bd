import HybridInference
import XCTest

/// The tests in the article on testing pass, and can fail.
final class TestingArticleTests: XCTestCase {
  func testItsTestsPass() async throws {
    try await TestingYourAppSnippets.testAnswersAndErrors()
    try await TestingYourAppSnippets.testWhereRequestsGo()
    try await TestingYourAppSnippets.testTools()
  }

  func testItsDoubleStreamsThrowsAndEnds() async throws {
    let model = TestingYourAppSnippets.ScriptedModel(
      .success([.text("One.")]),
      .failure(.rateLimited(retryAfter: nil))
    )
    let session = GenerativeModelSession(model: model)

    let first = try await session.streamResponse(to: "First").collect()
    XCTAssertEqual(first.content, "One.")
    for expected in ["Too many requests.", "Something went wrong: the script has ended."] {
      do {
        try await session.streamResponse(to: "Next").collect()
        XCTFail("It has not thrown.")
      } catch let error as GenerationError {
        XCTAssertEqual(error.description, expected)
      }
    }
    XCTAssertEqual(model.requests.map { $0.transcript.last?.text }, ["First", "Next", "Next"])
  }

  func testItsTypedAnswerIsOne() async throws {
    struct Trip: Generable { var title: String }
    let model = TestingYourAppSnippets.ScriptedModel(.success([.text(#"{"title": "Rhine"}"#)]))
    let trip = try await GenerativeModelSession(model: model).respond(
      to: "Where?",
      generating: Trip.self
    )
    XCTAssertEqual(trip.content.title, "Rhine")
  }
}
