import HybridInference
import XCTest

final class GenerationErrorTests: XCTestCase {
  func testEachCaseIsOneSentenceForAPerson() {
    let response = GenerateContentResponse(
      candidates: [.init(content: .init(role: .model, parts: [.text("SECRET")]))],
      promptFeedback: .init(blockReason: .safety, blockReasonMessage: "SECRET")
    )
    let errors: [GenerationError] = [
      .assetsUnavailable, .assetsUnavailable(reason: .deviceNotEligible, detail: "too big"),
      .unsupportedPromptContent, .exceededContextWindowSize(tokenCount: 9, contextSize: 4),
      .invalidRequest(field: "temperature", reason: "is below 0"), .promptBlocked(response),
      .responseStoppedEarly(.safety, response), .decodingFailure, .concurrentRequests, .offline,
      .timedOut(partialResponse: response), .connectionLost(partialResponse: response),
      .rateLimited(retryAfter: .seconds(90)), .rateLimited(retryAfter: nil),
      .backend(.init(code: 404, status: "NOT_FOUND", message: "no such model")),
      .toolCallFailed, .allModelsFailed([]), .internalError,
    ]
    for error in errors {
      let text = error.localizedDescription
      XCTAssertEqual(text, error.description)
      XCTAssertTrue(text.count > 15 && text.first?.isUppercase == true, text)
      XCTAssertFalse(text.contains("SECRET"), text)
      XCTAssertFalse(text.contains("\n"), text)
    }
    XCTAssertTrue(errors[3].description.contains("9") && errors[3].description.contains("4"))
    XCTAssertTrue(errors[4].description.contains("temperature"))
    XCTAssertTrue(errors[14].description.contains("404 NOT_FOUND"))
  }

  func testCasesMatchWithAndWithoutTheirValues() throws {
    func thrown(_ error: GenerationError) throws { throw error }
    XCTAssertThrowsError(try thrown(.offline)) { error in
      guard case GenerativeModelSession.GenerationError.offline = error else {
        return XCTFail("\(error)")
      }
    }
    do { try thrown(.offline(reason: "no network")) } catch GenerationError.offline {}
    do {
      try thrown(.rateLimited(retryAfter: .milliseconds(1500)))
    } catch GenerationError.rateLimited(let delay) {
      XCTAssertEqual(delay, .milliseconds(1500))
    }
  }
}
