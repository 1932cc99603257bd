import Foundation
import HybridInference
import TestSupport
import XCTest

@testable import CloudBackend

final class ServerFailureTests: XCTestCase {
  private func failure(
    _ status: Int,
    _ body: String,
    headers: [String: String] = [:],
    now: Date = .now
  ) -> AttemptFailure {
    ServerFailure(head: HTTPHead(status: status, headers: headers), body: Data(body.utf8), now: now)
      .attemptFailure
  }

  private func body(_ code: Int, details: String = "[]") -> String {
    #"{"error": {"code": \#(code), "message": "m", "status": "S", "details": \#(details)}}"#
  }

  func testRetriesJustThePassingCodes() {
    for code in [301, 400, 401, 403, 404, 409, 413, 418, 501] {
      XCTAssertEqual(failure(code, body(code)).advice, .never, "\(code)")
    }
    for code in [408, 429, 500, 502, 503, 504] {
      XCTAssertEqual(failure(code, body(code)).advice, .backOff, "\(code)")
    }
  }

  func testReadsFractionalSecondsOfRetryInfo() {
    let details =
      #"[{"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "45.837906927s"}]"#
    let failure = failure(429, body(429, details: details), headers: ["retry-after": "1"])
    XCTAssertEqual(failure.advice, .after(.seconds(45.837906927)))
    guard case .rateLimited(let delay?) = failure.error else { return XCTFail("\(failure)") }
    XCTAssertEqual(delay, .seconds(45.837906927))
  }

  func testReadsRetryAfter() {
    XCTAssertEqual(failure(503, "", headers: ["retry-after": "3"]).advice, .after(.seconds(3)))
    let now = Date(timeIntervalSince1970: 1_445_412_470)
    for (text, seconds) in [
      ("Wed, 21 Oct 2015 07:28:00 GMT", 10), ("Wednesday, 21-Oct-15 07:28:00 GMT", 10),
      ("Wed Oct 21 07:28:00 2015", 10), ("Fri Oct  2 07:28:00 2015", 0),
      ("Sun, 06 Nov 1994 08:49:37 GMT", 0), ("Mon, 21 Oct 2115 07:28:00 GMT", 1_000_000_000),
    ] {
      let advice = failure(429, "", headers: ["retry-after": text], now: now).advice
      XCTAssertEqual(advice, .after(.seconds(seconds)), text)
    }
    for text in ["1e99", "1e999", "99999999999999999999", "inf"] {
      let advice = failure(503, "", headers: ["retry-after": text]).advice
      XCTAssertEqual(advice, .after(.seconds(1e9)), text)
    }
    for text in ["", "soon", "-1", "nan"] {
      XCTAssertEqual(failure(503, "", headers: ["retry-after": text]).advice, .backOff, text)
    }
  }

  func testNeverRetriesADailyQuota() {
    let details = """
      [{"@type": "type.googleapis.com/google.rpc.QuotaFailure", "violations": [
        {"quotaId": "GenerateRequestsPerDayPerProjectPerModel-FreeTier"}]},
       {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "3s"}]
      """
    let failure = failure(429, body(429, details: details))
    XCTAssertEqual(failure.advice, .never)
    guard case .rateLimited(retryAfter: .seconds(3)?) = failure.error else {
      return XCTFail("\(failure)")
    }
  }

  func testKeepsWhatTheServerSays() {
    let details = #"[{"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "R"}]"#
    guard case .backend(let error) = failure(404, body(404, details: details)).error else {
      return XCTFail("no backend error")
    }
    XCTAssertEqual(error.code, 404)
    XCTAssertEqual(error.status, "S")
    XCTAssertEqual(error.message, "m")
    XCTAssertEqual(error.details.first?["reason"]?.stringValue, "R")
  }

  func testOfAPageItKeepsTheStartOfTheText() {
    let page =
      "<!doctype html><html><head><style>b { x: y }</style><script>alert('<b>')</script>"
      + "<title>502 Bad\nGateway</title></head><body>"
      + String(repeating: "<p>text</p>", count: 500)
    guard case .backend(let error) = failure(502, page).error else {
      return XCTFail("no backend error")
    }
    XCTAssertTrue(error.message.hasPrefix("502 Bad Gateway text"), error.message)
    XCTAssertLessThan(error.message.count, 200)
    XCTAssertFalse(error.message.contains("<"))
    XCTAssertFalse(error.message.contains("alert"))
  }

  func testAnyBodyGivesAnErrorOfTheStatus() {
    for body in ["", "{}", "[]", "null", "{\"error\": 1}", "{\"error\": \"denied\"}", "\u{0}\u{1}"]
    {
      guard case .backend(let error) = failure(500, body).error else { return XCTFail(body) }
      XCTAssertEqual(error.code, 500, body)
    }
    let array = "[" + body(403) + "]"
    guard case .backend(let error) = failure(403, array).error else { return XCTFail(array) }
    XCTAssertEqual(error.status, "S")
  }
}
