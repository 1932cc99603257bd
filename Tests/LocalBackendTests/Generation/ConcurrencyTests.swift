import Foundation
import HybridInference
import Synchronization
import XCTest

@testable import LocalBackend

final class ConcurrencyTests: XCTestCase {
  /// More requests than sequences, from many tasks: all are answered, and the file is loaded once.
  func testManySessions() async throws {
    let path = try TestModel.system().path
    let configuration = SystemLanguageModel.Configuration(
      contextSize: 512,
      maximumConcurrentRequests: 3
    )
    let before = LoadedModel.loadCount
    let counts = try await withThrowingTaskGroup(of: Int.self) { group in
      for index in 0..<8 {
        group.addTask {
          let model = SystemLanguageModel(
            modelURL: URL(fileURLWithPath: path),
            configuration: configuration
          )
          let session = GenerativeModelSession(model: model, instructions: "Be brief.")
          var count = 0
          for turn in 0..<2 {
            let response = try await session.respond(
              to: "Question \(turn) of number \(index)?",
              options: TestModel.greedy(6)
            )
            count += response.rawResponse.usageMetadata?.candidatesTokenCount ?? 0
          }
          XCTAssertEqual(session.transcript.count, 4)
          return count
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    XCTAssertEqual(counts.count, 8)
    XCTAssertTrue(counts.allSatisfy { $0 > 0 })
    // Those that came when all others were done may have loaded it again.
    XCTAssertLessThanOrEqual(LoadedModel.loadCount - before, 2)
  }

  func testFirstUseFromManyTasksLoadsOnce() async throws {
    let model = SystemLanguageModel(
      modelURL: URL(fileURLWithPath: try TestModel.system().path),
      configuration: .init(contextSize: 256)
    )
    let before = LoadedModel.loadCount
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<16 {
        group.addTask { try await model.countTokens(TestModel.request("Hello")).totalTokens }
      }
      let counts = try await group.reduce(into: Set<Int>()) { $0.insert($1) }
      XCTAssertEqual(counts.count, 1)
    }
    XCTAssertEqual(LoadedModel.loadCount - before, 1)
  }

  func testModelIsFreedWhenNothingUsesIt() async throws {
    let path = try TestModel.system().path
    weak var loaded: LoadedModel?
    do {
      let model = SystemLanguageModel(
        modelURL: URL(fileURLWithPath: path),
        configuration: .init(contextSize: 128, maximumConcurrentRequests: 1)
      )
      _ = try await model.generateContent(TestModel.request("Hello", options: TestModel.greedy(1)))
      loaded = try await model.runtime().model()
      XCTAssertNotNil(loaded)
    }
    for _ in 0..<100 where loaded != nil { try await Task.sleep(for: .milliseconds(20)) }
    XCTAssertNil(loaded)
  }

  /// Generation runs on a thread of its own: tasks of the app go on.
  func testCooperativePoolIsFree() async throws {
    let model = try TestModel.system()
    let streams = (0..<4).map { index in
      Task {
        let request = TestModel.request(
          "Write a long story about number \(index).",
          options: TestModel.greedy(40)
        )
        return try await model.generateContent(request).text
      }
    }
    var worst = Duration.zero
    for _ in 0..<20 {
      let start = ContinuousClock.now
      try await Task.sleep(for: .milliseconds(10))
      worst = max(worst, ContinuousClock.now - start)
    }
    XCTAssertLessThan(worst, .milliseconds(500))
    for stream in streams { _ = try await stream.value }
  }

  func testShortRequestBesideALongOne() async throws {
    let model = try TestModel.system()
    let words = Array(repeating: "Rain falls on the hills.", count: 190).joined(separator: " ")
    let ends = Mutex<[String]>([])
    async let long: Void = {
      _ = try await model.generateContent(TestModel.request(words, options: TestModel.greedy(1)))
      ends.withLock { $0.append("long") }
    }()
    try await Task.sleep(for: .milliseconds(100))
    _ = try await model.generateContent(TestModel.request("Hi", options: TestModel.greedy(1)))
    ends.withLock { $0.append("short") }
    try await long
    XCTAssertEqual(ends.withLock { $0 }, ["short", "long"])
  }
}
