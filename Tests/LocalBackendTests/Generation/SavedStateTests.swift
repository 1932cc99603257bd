import Foundation
import HybridInference
import XCTest

@testable import LocalBackend

final class SavedStateTests: XCTestCase {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "saved-\(UUID())")

  override func setUpWithError() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  override func tearDownWithError() throws {
    try FileManager.default.removeItem(at: folder)
  }

  /// A model that shares nothing with the ones before it, as after a new start of the app.
  private func freshModel(contextSize: Int) throws -> SystemLanguageModel {
    SystemLanguageModel(
      modelURL: URL(fileURLWithPath: try TestModel.system().path),
      configuration: .init(contextSize: contextSize, maximumConcurrentRequests: 2)
    )
  }

  private func talk(
    on model: SystemLanguageModel,
    transcript: Transcript
  ) async throws -> (Transcript, UsageMetadata) {
    let session = GenerativeModelSession(model: model, transcript: transcript)
    let response = try await session.respond(
      to: "Tell me about the sea \u{1F30A}.",
      options: TestModel.greedy(20)
    )
    return (session.transcript, try XCTUnwrap(response.rawResponse.usageMetadata))
  }

  func testConversationGoesOnAtOnce() async throws {
    let file = folder.appending(path: "state")
    let first = try freshModel(contextSize: 700)
    let (transcript, _) = try await talk(
      on: first,
      transcript: Transcript(instructions: "Be brief.")
    )
    let saved = try await first.saveState(of: transcript, to: file)
    XCTAssertTrue(saved)
    let (whole, expected) = try await talk(on: first, transcript: transcript)
    // Another context size: another runtime, which holds nothing.
    let second = try freshModel(contextSize: 701)
    let loaded = await second.loadState(of: transcript, from: file)
    XCTAssertTrue(loaded)
    let (again, usage) = try await talk(on: second, transcript: transcript)
    XCTAssertEqual(usage.cachedContentTokenCount, expected.cachedContentTokenCount)
    XCTAssertGreaterThan(usage.cachedContentTokenCount, 30)
    XCTAssertEqual(again.last?.text, whole.last?.text)
  }

  func testMisfitsAreIgnored() async throws {
    let file = folder.appending(path: "state")
    let model = try freshModel(contextSize: 702)
    let (transcript, _) = try await talk(on: model, transcript: Transcript())
    try await model.saveState(of: transcript, to: file)
    let good = try Data(contentsOf: file)
    var bad: [Data] = [Data(), Data("HICACHE1".utf8), good.dropLast(), good.prefix(30)]
    for index in [0, 9, 17, 40, 3000, good.count / 2, good.count - 1] {
      var damaged = good
      damaged[index] ^= 1
      bad.append(damaged)
    }
    let other = try freshModel(contextSize: 703)
    let log = LogRecorder()
    try await log.record {
      for data in bad {
        try data.write(to: file)
        let isUsed = await other.loadState(of: transcript, from: file)
        XCTAssertFalse(isUsed)
      }
      try good.write(to: file)
      let ofAnother = await other.loadState(of: Transcript(instructions: "Hello."), from: file)
      XCTAssertFalse(ofAnother)
      let missing = await other.loadState(of: transcript, from: folder.appending(path: "no"))
      XCTAssertFalse(missing)
    }
    XCTAssertEqual(log.messages().filter { $0.contains("is not used") }.count, bad.count + 2)
    let isUsed = await other.loadState(of: transcript, from: file)
    XCTAssertTrue(isUsed)
  }

  func testAnotherMakerIsRefused() throws {
    let model = try ModelFile(path: TestModel.system().path)
    let saved = SavedConversation(
      head: .init(maker: .init(file: model, library: "a"), tokens: [1, 2], answers: [[2]]),
      state: [1, 2, 3]
    )
    let data = try saved.encoded()
    let same = try SavedConversation(data, madeBy: .init(file: model, library: "a"))
    XCTAssertEqual(same.head, saved.head)
    XCTAssertEqual(same.state, saved.state)
    XCTAssertThrowsError(try SavedConversation(data, madeBy: .init(file: model, library: "b")))
  }

  func testNothingToSave() async throws {
    let model = try freshModel(contextSize: 704)
    let file = folder.appending(path: "state")
    let saved = try await model.saveState(of: Transcript(instructions: "New."), to: file)
    XCTAssertFalse(saved)
    XCTAssertFalse(FileManager.default.fileExists(atPath: file.path))
  }
}
