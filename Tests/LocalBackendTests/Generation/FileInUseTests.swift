import Foundation
import HybridInference
import TestSupport
import XCTest

@testable import LocalBackend

final class FileInUseTests: XCTestCase {
  /// A file that is removed or replaced while it is in use harms nobody; its successor is used.
  func testRemovedAndReplaced() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("in-use-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appendingPathComponent("model.gguf")
    try FileManager.default.createSymbolicLink(at: url, withDestinationURL: LocalModels.system())
    let model = SystemLanguageModel(
      modelURL: url,
      configuration: .init(contextSize: 256, maximumConcurrentRequests: 1)
    )
    var chunks = 0
    for try await _ in model.streamContent(TestModel.request("Tell me a story.")) {
      if chunks == 0 { try FileManager.default.removeItem(at: url) }
      chunks += 1
    }
    XCTAssertGreaterThan(chunks, 8, "the answer went on")
    let error = await failure { try await model.generateContent(TestModel.request("Hi")) }
    guard case .assetsUnavailable(.modelNotReady, _) = error as? GenerationError else {
      return XCTFail("\(String(describing: error))")
    }
    let other: URL
    do { other = try LocalModels.gemma() } catch { return }
    try FileManager.default.createSymbolicLink(at: url, withDestinationURL: other)
    let count = try await model.countTokens(TestModel.request("Hi")).totalTokens
    XCTAssertGreaterThan(count, 0)
    XCTAssertTrue(model.modelDescription.lowercased().contains("gemma"))
  }
}
