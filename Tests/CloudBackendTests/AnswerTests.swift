import Foundation
import HybridInference
import TestSupport
import XCTest

@testable import CloudBackend

final class AnswerTests: CloudTestCase {
  func testAnswersInOnePiece() async throws {
    let response = try await model().generateContent(.prompt("Hello"))
    XCTAssertEqual(response.text, "echo: Hello")
    XCTAssertEqual(response.candidates.first?.finishReason, .stop)
    XCTAssertEqual(response.modelVersion, "gemini-2.5-flash")
    XCTAssertEqual(response.inferenceSource, .inCloud)
    XCTAssertGreaterThan(response.usageMetadata?.totalTokenCount ?? 0, 0)
    XCTAssertEqual(response.route.map(\.retries), [0])
  }

  func testAnswersPieceByPiece() async throws {
    let chunks = try await model().streamContent(.prompt("Hello, stream")).collected()
    XCTAssertEqual(chunks.map(\.text).joined(), "echo: Hello, stream")
    XCTAssertEqual(chunks.count, 4)
    XCTAssertEqual(chunks.last?.candidates.first?.finishReason, .stop)
  }

  func testCountsTokens() async throws {
    let count = try await model().countTokens(.prompt("Count me"))
    XCTAssertGreaterThan(count.totalTokens, 0)
  }
}
