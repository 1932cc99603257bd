import HybridInference
import XCTest

final class ErrorDetailTests: XCTestCase {
  private func detail(_ kind: String, _ fields: String = "") throws -> ErrorDetail {
    let json = #"{"@type": "type.googleapis.com/google.rpc.\#(kind)"\#(fields)}"#
    return ErrorDetail(try GeneratedContent(json: json))
  }

  func testEachKindIsRead() throws {
    XCTAssertEqual(
      try detail("ErrorInfo", #", "reason": "R", "domain": "D", "metadata": {"service": "s"}"#),
      .errorInfo(.init(reason: "R", domain: "D", metadata: ["service": "s"]))
    )
    XCTAssertEqual(
      try detail("RetryInfo", #", "retryDelay": "45.837906927s""#),
      .retryInfo(retryDelay: .seconds(45.837906927))
    )
    let violation = #"""
      , "violations": [{"subject": "s", "description": "d", "quotaMetric": "m", "quotaValue": 10,
      "quotaId": "GenerateRequestsPerDay", "quotaDimensions": {"location": "global"}}, {}]
      """#
    let quota = ErrorDetail.QuotaViolation(
      subject: "s",
      description: "d",
      quotaMetric: "m",
      quotaID: "GenerateRequestsPerDay",
      quotaDimensions: ["location": "global"],
      quotaValue: "10"
    )
    XCTAssertEqual(try detail("QuotaFailure", violation), .quotaFailure([quota, .init()]))
    XCTAssertTrue(quota.isDaily)
    XCTAssertFalse(ErrorDetail.QuotaViolation(quotaID: "PerMinute").isDaily)
    XCTAssertEqual(
      try detail("BadRequest", #", "fieldViolations": [{"field": "a.b", "description": "d"}]"#),
      .badRequest([.init(field: "a.b", description: "d")])
    )
    XCTAssertEqual(
      try detail("Help", #", "links": [{"description": "d", "url": "u"}]"#),
      .help([.init(description: "d", url: "u")])
    )
    XCTAssertEqual(
      try detail("LocalizedMessage", #", "locale": "de", "message": "m""#),
      .localizedMessage(locale: "de", message: "m")
    )
  }

  func testWhatIsNotKnownIsKept() throws {
    let debug = try GeneratedContent(json: #"{"@type": "x/google.rpc.DebugInfo", "detail": "d"}"#)
    XCTAssertEqual(ErrorDetail(debug), .other(debug))
    for json in ["{}", "null", "[1]", "\"text\"", #"{"@type": 3}"#] {
      let content = try GeneratedContent(json: json)
      XCTAssertEqual(ErrorDetail(content), .other(content))
    }
  }

  func testWrongFieldsAreLeftOut() throws {
    XCTAssertEqual(try detail("RetryInfo"), .retryInfo(retryDelay: nil))
    for delay in ["soon", "-1s", "1e99s", "nans", "3"] {
      let detail = try detail("RetryInfo", #", "retryDelay": "\#(delay)""#)
      XCTAssertEqual(detail, .retryInfo(retryDelay: nil), delay)
    }
    XCTAssertEqual(try detail("QuotaFailure", #", "violations": 3"#), .quotaFailure([]))
    XCTAssertEqual(try detail("ErrorInfo", #", "reason": []"#), .errorInfo(.init()))
  }
}
