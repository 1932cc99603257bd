import TestSupport
import XCTest

/// A program ends by itself after its last call, however that went (S9).
final class LastCallTests: CloudCallsTestCase {
  func testAfterAnAnswer() throws {
    for (call, answer) in [
      ("unary", "echo: Hi there"), ("streamed", "echo: Hi there"), ("session", "echo: Hi there"),
      ("left", "echo"), ("dropped", "dropped"),
    ] {
      let run = try run("echo", [call])
      XCTAssertEqual(run.status, 0, "\(call) \(run)")
      XCTAssertEqual(run.lines, ["\(call): \(answer)"])
      XCTAssertEqual(run.errors, "", call)
    }
  }

  /// Also when the server would keep the connection for an hour.
  func testAfterACallThatWasGivenUp() throws {
    for (scenario, call, outcome) in [
      ("hang_mid_stream", "left", "echo"), ("hang_mid_stream", "dropped", "dropped"),
      ("hang_before_headers", "dropped", "dropped"),
      ("hang_before_headers", "cancelled", "CancellationError"),
    ] {
      let run = try run(scenario, [call])
      XCTAssertEqual(run.status, 0, "\(scenario) \(call) \(run)")
      XCTAssertEqual(run.lines.count, 1, "\(scenario) \(call) \(run)")
      XCTAssertTrue(run.lines.first?.hasPrefix("\(call): \(outcome)") == true, "\(run)")
    }
  }

  func testAfterAFailure() throws {
    for (address, scenario, words) in [
      (nil, "error_400", "400"), (nil, "html_error", "502"), (nil, "drop_mid_stream", "lost"),
      (nil, "malformed_json", "cannot be read"), (nil, "hang_before_headers", "in time"),
      ("http://127.0.0.1:1", "echo", "No connection"), ("http://example.com", "echo", "baseURL"),
    ] as [(String?, String, String)] {
      for call in ["unary", "streamed", "session"] {
        let run = try run(scenario, [call], at: address)
        XCTAssertEqual(run.status, 0, "\(scenario) \(call) \(run)")
        XCTAssertEqual(run.lines.count, 1, "\(scenario) \(call) \(run)")
        XCTAssertTrue(run.lines.first?.contains(words) == true, "\(scenario) \(call) \(run)")
      }
    }
  }

  func testAfterManyCalls() throws {
    let calls = ["unary", "left", "streamed", "cancelled", "dropped", "session", "left", "unary"]
    let run = try run("echo", calls)
    XCTAssertEqual(run.status, 0, "\(run)")
    XCTAssertEqual(run.lines.count, calls.count, "\(run)")
  }
}
