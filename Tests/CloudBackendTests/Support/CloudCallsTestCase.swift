import Foundation
import TestSupport
import XCTest

/// A test that makes its calls in a process of their own.
class CloudCallsTestCase: XCTestCase {
  /// Runs `CloudCalls` to its end.
  ///
  /// - Returns: Its exit status, or `nil` when it did not end in ten seconds; what it wrote; and its
  ///   errors.
  func run(
    _ scenario: String,
    _ calls: [String],
    at address: String? = nil
  ) throws -> (status: Int32?, lines: [String], errors: String) {
    let address = try address ?? OracleServer.shared().baseURL.absoluteString
    let program = try RunningProgram(
      Program.built("CloudCalls"),
      [address, scenario] + calls,
      // A crash is told by its first line; the rest takes seconds.
      environment: ["GEMINI_API_KEY": OracleServer.apiKey, "SWIFT_BACKTRACE": "enable=no"]
    )
    let status = program.waitUntilExit(within: 10)
    return (status, program.output.split(separator: "\n").map(String.init), program.errors)
  }
}
