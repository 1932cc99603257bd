import Foundation
import TestSupport
import XCTest

/// Each scenario of the stand-in server is played by a test of this package.
final class ScenarioTests: XCTestCase {
  func testEachIsNamedByATest() async throws {
    let scenarios = try await OracleServer.shared().scenarios()
    XCTAssertGreaterThan(scenarios.count, 30)
    let code = try codeOfTests()
    for scenario in scenarios {
      XCTAssertTrue(code.contains("\"\(scenario)\""), "no test plays \(scenario)")
    }
  }

  /// The code of all tests, without its comments.
  private func codeOfTests() throws -> String {
    let folder = SharedMaterial.packageRoot.appending(path: "Tests")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    let sources = (files?.allObjects ?? []).compactMap { $0 as? URL }
      .filter { $0.pathExtension == "swift" }
    XCTAssertGreaterThan(sources.count, 30)
    return try sources.flatMap { file in
      try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter {
        !$0.trimmingPrefix(while: \.isWhitespace).hasPrefix("//")
      }
    }.joined(separator: "\n")
  }
}
