import TestSupport
import XCTest

/// What ends the process in the framework below (see Docs/Limits.md).
///
/// Each test passes as long as it does; the day when it does not, the outcome has to be right.
final class KnownCrashTests: CloudCallsTestCase {
  func testHeaderFieldsAfterTheBody() throws {
    for call in ["unary", "streamed"] {
      let run = try run("trailers", [call])
      if run.errors.contains("Transfer completed, but there's no response") {
        XCTAssertNotEqual(run.status, 0, call)
        XCTAssertEqual(run.lines, [], call)
      } else {
        XCTAssertEqual(run.status, 0, "\(call) \(run)")
        XCTAssertEqual(run.lines, ["\(call): echo: Hi there"])
        XCTAssertEqual(run.errors, "", call)
      }
    }
  }

  /// A length that the framework turns into a number that it cannot hold.
  func testALengthOfTwoToThe63() throws {
    let server = RawServer([
      .send("HTTP/1.1 200 OK\r\nContent-Length: 9223372036854775807\r\n\r\n{}")
    ])
    for call in ["unary", "streamed"] {
      let run = try run("echo", [call], at: "http://127.0.0.1:\(server.port)")
      XCTAssertNotNil(run.status, call)
      guard run.status == 0 else { continue }
      XCTAssertTrue(run.lines.first?.contains("lost") == true, "\(call) \(run)")
    }
  }
}
