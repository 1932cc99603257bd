import Foundation
import HybridInference
import XCTest

@testable import CloudBackend

final class ResponseReaderTests: XCTestCase {
  private let answer = #"{"candidates": [{"content": {"parts": [{"text": "a"}]}}]}"#
  private let error = #"{"error": {"code": 400, "message": "m", "status": "S"}}"#

  private func messages(
    _ body: String,
    type: String? = nil,
    isStream: Bool = true,
    options: RequestOptions = .init(),
    by size: Int = 5
  ) throws -> [String] {
    var reader = ResponseReader(isStream: isStream, options: options)
    let headers = type.map { ["content-type": $0] } ?? [:]
    var messages = try reader.receive(.head(HTTPHead(status: 200, headers: headers)))
    for chunk in chunks(of: Data(body.utf8), size: size) {
      messages += try reader.receive(.body(chunk))
    }
    messages += try reader.end()
    return messages.map { String(decoding: $0, as: UTF8.self) }
  }

  func testReadsAnEventStream() throws {
    for type in [nil, "text/event-stream", "Text/Event-Stream; charset=utf-8"] {
      let body = "data: \(answer)\r\n\r\ndata: \(answer)\r\n\r\n"
      XCTAssertEqual(try messages(body, type: type), [answer, answer])
    }
  }

  func testReadsAnArrayWhereAStreamWasAskedFor() throws {
    var reader = ResponseReader(isStream: true, options: .init())
    let headers = ["content-type": "application/json; charset=UTF-8"]
    _ = try reader.receive(.head(HTTPHead(status: 200, headers: headers)))
    XCTAssertEqual(try reader.receive(.body(Data(" \n".utf8))), [])
    XCTAssertEqual(try reader.receive(.body(Data("[\(answer)".utf8))), [Data(answer.utf8)])
    XCTAssertEqual(try reader.receive(.body(Data(",{".utf8))), [])
    XCTAssertEqual(try reader.end(), [], "what is not whole is lost")
    let body = "[\(answer),\r\n\(answer)]"
    XCTAssertEqual(try messages(body, type: "application/json").count, 2)
  }

  func testUsesALastEventWithoutItsEmptyLineWhenItIsWhole() throws {
    for end in ["", "\r", "\n", "\r\n"] {
      XCTAssertEqual(try messages("data: \(answer)\n\ndata: \(answer)" + end), [answer, answer])
    }
    for cut in 1..<answer.count {
      let body = "data: \(answer)\n\ndata: \(answer.dropLast(cut))"
      XCTAssertEqual(try messages(body), [answer], "\(cut)")
    }
  }

  func testFindsAnErrorUnderTheNameOfAnEventStream() throws {
    XCTAssertEqual(try messages(error, type: "text/event-stream"), [error])
    XCTAssertEqual(try messages(error, type: "application/json"), [error])
    XCTAssertEqual(try messages(error, isStream: false), [error])
    XCTAssertEqual(try messages("<html>no</html>", type: "text/event-stream"), [])
  }

  func testAPageIsNoAnswer() {
    for isStream in [false, true] {
      for body in ["<html>no</html>", "", "plain text", "\"text\"", "12"] {
        XCTAssertThrowsError(
          try messages(body, type: "text/html", isStream: isStream),
          body
        ) { error in
          guard case .decodingFailure? = (error as? AttemptFailure)?.error else {
            return XCTFail("\(error)")
          }
        }
      }
    }
  }

  func testLimitsTheSize() {
    let options = RequestOptions(maximumResponseSize: 20, maximumEventSize: 20)
    for isStream in [false, true] {
      XCTAssertThrowsError(try messages(answer, isStream: isStream, options: options))
      XCTAssertThrowsError(
        try messages("data: \(answer)\n\n", isStream: isStream, options: options)
      )
    }
  }

  func testAnErrorMayBeAsLongAsItLikes() {
    var reader = ResponseReader(isStream: true, options: .init())
    XCTAssertNoThrow(try reader.receive(.head(HTTPHead(status: 500))))
    for _ in 0..<40 {
      XCTAssertNoThrow(try reader.receive(.body(Data(repeating: 0x61, count: 1 << 16))))
    }
    XCTAssertThrowsError(try reader.end()) { error in
      guard case .backend(let error)? = (error as? AttemptFailure)?.error else {
        return XCTFail("\(error)")
      }
      XCTAssertLessThan(error.message.count, 200)
    }
  }

  func testABodyWithoutAHeadIsALostConnection() {
    var reader = ResponseReader(isStream: false, options: .init())
    XCTAssertThrowsError(try reader.end()) { error in
      guard case .connectionLost? = (error as? AttemptFailure)?.error else {
        return XCTFail("\(error)")
      }
    }
  }
}
