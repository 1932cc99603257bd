import Foundation
import HybridInference
import XCTest

@testable import LocalBackend

final class QuietTests: XCTestCase {
  /// Loading a model and answering writes nothing to standard error, with the default log.
  func testNothingOnStandardError() async throws {
    let path = try TestModel.system().path
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("stderr-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    let saved = dup(STDERR_FILENO)
    let target = open(file.path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    XCTAssertGreaterThanOrEqual(target, 0)
    dup2(target, STDERR_FILENO)
    defer {
      dup2(saved, STDERR_FILENO)
      close(saved)
      close(target)
    }
    let model = SystemLanguageModel(
      modelURL: URL(fileURLWithPath: path),
      configuration: .init(contextSize: 300, maximumConcurrentRequests: 1)
    )
    _ = try await model.generateContent(TestModel.request("Hello", options: TestModel.greedy(3)))
    model.unload()
    try await Task.sleep(for: .milliseconds(100))
    XCTAssertEqual(try String(contentsOf: file, encoding: .utf8), "")
  }

  func testLibraryLogGoesToTheLog() async throws {
    let path = try TestModel.system().path
    let log = LogRecorder()
    try await log.record {
      let model = SystemLanguageModel(
        modelURL: URL(fileURLWithPath: path),
        configuration: .init(contextSize: 310, maximumConcurrentRequests: 1)
      )
      _ = try await model.countTokens(TestModel.request("Hello"))
    }
    XCTAssertFalse(log.messages(from: .debug).isEmpty)
    XCTAssertEqual(log.messages(from: .notice), [])
  }
}
