import Foundation
import HybridInference
import TestSupport
import XCTest

@testable import LocalBackend

final class AvailabilityTests: XCTestCase {
  private var folder = URL(fileURLWithPath: NSTemporaryDirectory())

  override func setUpWithError() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("availability-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  override func tearDownWithError() throws {
    try FileManager.default.removeItem(at: folder)
    SystemLanguageModel.isEnabled = true
    for name in ["HYBRID_INFERENCE_MODEL", "HYBRID_INFERENCE_ON_DEVICE"] { unsetenv(name) }
  }

  private func file(_ name: String, _ bytes: some Sequence<UInt8>) throws -> URL {
    let url = folder.appendingPathComponent(name)
    try Data(bytes).write(to: url)
    return url
  }

  /// The model is unavailable, and a request says why: with the path, and without a crash.
  private func assertNotReady(_ url: URL, _ cause: String, line: UInt = #line) async {
    let model = SystemLanguageModel(modelURL: url)
    XCTAssertEqual(model.availability, .unavailable(.modelNotReady), line: line)
    XCTAssertFalse(model.isAvailable, line: line)
    let error = await failure(
      of: { try await model.generateContent(TestModel.request("Hello")) },
      line: line
    )
    guard
      case .assetsUnavailable(.modelNotReady, let detail?) = error as? GenerationError
    else { return XCTFail("\(String(describing: error))", line: line) }
    XCTAssertTrue(detail.contains(url.path), detail, line: line)
    XCTAssertTrue(detail.contains(cause), detail, line: line)
    let session = GenerativeModelSession(model: model)
    let sessionError = await failure(
      of: { try await session.respond(to: "Hello").content },
      line: line
    )
    XCTAssertEqual(
      "\(sessionError.map { "\($0)" } ?? "")",
      "\(error.map { "\($0)" } ?? "")",
      line: line
    )
  }

  func testFilesThatAreNoModel() async throws {
    await assertNotReady(folder.appendingPathComponent("absent.gguf"), "no such file")
    await assertNotReady(folder, "not a file")
    await assertNotReady(try file("empty.gguf", []), "not a GGUF file")
    await assertNotReady(try file("text.gguf", "Just a text.".utf8), "not a GGUF file")
    await assertNotReady(
      folder.appendingPathComponent("text.gguf/below"),
      "Not a directory"
    )
    let link = folder.appendingPathComponent("link.gguf")
    try FileManager.default.createSymbolicLink(
      at: link,
      withDestinationURL: folder.appendingPathComponent("nowhere")
    )
    await assertNotReady(link, "no such file")
  }

  func testUnfinishedFile() async throws {
    let whole = try Data(contentsOf: LocalModels.system(), options: .alwaysMapped)
    for count in [3, 4, 100, 5_000, 1_000_000, 3_000_000, whole.count / 2, whole.count - 1] {
      let url = try file("cut-\(count).gguf", whole.prefix(count))
      await assertNotReady(url, count < 4 ? "not a GGUF" : "incomplete")
    }
  }

  /// A file with a right header that llama.cpp refuses, the second time without trying.
  func testFileThatCannotBeLoaded() async throws {
    let url = try file("tiny.gguf", GGUFBuilder().bytes)
    let model = SystemLanguageModel(modelURL: url)
    XCTAssertEqual(model.availability, .available)
    let log = LogRecorder()
    await log.record {
      for _ in 0..<2 {
        let error = await failure { try await model.generateContent(TestModel.request("Hi")) }
        guard
          case .assetsUnavailable(.modelNotReady, let detail?) = error as? GenerationError
        else { return XCTFail("\(String(describing: error))") }
        XCTAssertTrue(detail.contains("llama.cpp"), detail)
      }
    }
    XCTAssertEqual(model.availability, .unavailable(.modelNotReady))
    // Another file at the same path is looked at anew.
    try FileManager.default.removeItem(at: url)
    try FileManager.default.createSymbolicLink(
      at: url,
      withDestinationURL: try LocalModels.system()
    )
    XCTAssertEqual(model.availability, .available)
  }

  func testModelThatIsInstalledWhileTheProgramRuns() async throws {
    let url = folder.appendingPathComponent("later.gguf")
    setenv("HYBRID_INFERENCE_MODEL", url.path, 1)
    let model = SystemLanguageModel.default
    XCTAssertEqual(model.availability, .unavailable(.modelNotReady))
    XCTAssertTrue(model.modelDescription.contains("no such file"), model.modelDescription)
    try FileManager.default.createSymbolicLink(at: url, withDestinationURL: LocalModels.system())
    XCTAssertEqual(model.availability, .available)
    XCTAssertTrue(model.modelDescription.contains("parameters"), model.modelDescription)
    try FileManager.default.removeItem(at: url)
    XCTAssertEqual(model.availability, .unavailable(.modelNotReady))
  }

  func testSwitches() async throws {
    let model = try TestModel.system()
    XCTAssertEqual(model.availability, .available)
    let off = Availability.unavailable(.appleIntelligenceNotEnabled)
    SystemLanguageModel.isEnabled = false
    XCTAssertEqual(model.availability, off)
    XCTAssertEqual(SystemLanguageModel.default.availability, off)
    let error = await failure { try await model.generateContent(TestModel.request("Hello")) }
    guard
      case .assetsUnavailable(.appleIntelligenceNotEnabled, _) = error as? GenerationError
    else { return XCTFail("\(String(describing: error))") }
    SystemLanguageModel.isEnabled = true
    XCTAssertEqual(model.availability, .available)
    setenv("HYBRID_INFERENCE_ON_DEVICE", "off", 1)
    XCTAssertEqual(model.availability, off)
    unsetenv("HYBRID_INFERENCE_ON_DEVICE")
    XCTAssertEqual(model.availability, .available)
  }

  func testMachineThatIsTooSmall() async throws {
    let path = try LocalModels.system().path
    for (memory, isEligible) in [(UInt64(1 << 20), false), (64 << 30, true)] {
      let model = SystemLanguageModel(
        location: .file(path: path),
        configuration: .init(),
        machine: Machine(memory: memory, threads: 1)
      )
      XCTAssertEqual(
        model.availability,
        isEligible ? .available : .unavailable(.deviceNotEligible)
      )
    }
    // The weights would fit, but not the contexts that were asked for.
    let greedy = SystemLanguageModel(
      location: .file(path: path),
      configuration: .init(contextSize: 1 << 24, maximumConcurrentRequests: 64),
      machine: Machine(memory: 4 << 30, threads: 1)
    )
    XCTAssertEqual(greedy.availability, .unavailable(.deviceNotEligible))
    let error = await failure { try await greedy.generateContent(TestModel.request("Hello")) }
    guard case .assetsUnavailable(.deviceNotEligible, _) = error as? GenerationError else {
      return XCTFail("\(String(describing: error))")
    }
  }

  /// A context is cut to what the model was trained for: asking for more is no fault.
  func testHugeContextIsCutToTheTrainedSize() throws {
    let model = SystemLanguageModel(
      location: .file(path: try LocalModels.system().path),
      configuration: .init(contextSize: 1 << 24, maximumConcurrentRequests: 1),
      machine: Machine(memory: 1 << 30, threads: 1)
    )
    XCTAssertEqual(model.availability, .available)
  }

  func testReadingItIsCheap() throws {
    let model = try TestModel.system()
    _ = model.availability
    let start = ContinuousClock.now
    for _ in 0..<1000 { _ = model.availability }
    XCTAssertLessThan(ContinuousClock.now - start, .seconds(2))
  }
}
