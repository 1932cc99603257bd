import Foundation
import HybridInference
import Synchronization
import TestSupport
import XCTest

@testable import LocalBackend

/// Requests that are cancelled while they wait for the model.
final class LoadCancellationTests: XCTestCase {
  /// A load that is held at its first line in the log, so that a test can act in the middle of it.
  private final class HeldLoad: Sendable {
    private let isReached = DispatchSemaphore(value: 0)
    private let mayGoOn = DispatchSemaphore(value: 0)
    private let isFirst = Atomic(true)
    private let handler = InferenceLog.handler

    init() {
      InferenceLog.handler = { [self] _ in
        guard isFirst.exchange(false, ordering: .relaxed) else { return }
        isReached.signal()
        // Bounded, so that a failed test ends.
        _ = mayGoOn.wait(timeout: .now() + 30)
      }
    }

    /// Waits, on a thread that may wait, until the load has begun.
    func begun() async {
      await withCheckedContinuation { continuation in
        Thread { [self] in
          _ = isReached.wait(timeout: .now() + 30)
          continuation.resume()
        }.start()
      }
    }

    func goOn() {
      mayGoOn.signal()
      InferenceLog.handler = handler
    }
  }

  private func model(_ file: URL, contextSize: Int) -> SystemLanguageModel {
    SystemLanguageModel(
      modelURL: file,
      configuration: .init(contextSize: contextSize, maximumConcurrentRequests: 1)
    )
  }

  /// Waits until the load has come to nothing.
  private func assertStops(_ model: SystemLanguageModel, line: UInt = #line) async throws {
    let runtime = try XCTUnwrap(model.slot.current, line: line)
    for _ in 0..<1000 where runtime.isUsable { try await Task.sleep(for: .milliseconds(10)) }
    XCTAssertFalse(runtime.isUsable, "the load went on", line: line)
  }

  private func assertLoadStopsAndBeginsAnew(_ file: URL, contextSize: Int) async throws {
    let model = model(file, contextSize: contextSize)
    let loads = LoadedModel.loadCount
    let held = HeldLoad()
    let task = Task {
      try await model.generateContent(TestModel.request("Hello", options: TestModel.greedy(2)))
    }
    await held.begun()
    task.cancel()
    // The load has not gone on yet: the caller need not wait for it.
    let error = await failure { try await task.value }
    XCTAssertTrue(error is CancellationError, "\(String(describing: error))")
    held.goOn()
    try await assertStops(model)
    XCTAssertEqual(LoadedModel.loadCount, loads)
    XCTAssertTrue(model.isAvailable, "nothing is wrong with the file")

    let answer = try await model.generateContent(
      TestModel.request("Hello", options: TestModel.greedy(2))
    )
    XCTAssertFalse(answer.text.isEmpty)
    XCTAssertEqual(LoadedModel.loadCount, loads + 1)
  }

  func testLoadStopsAndBeginsAnew() async throws {
    try await assertLoadStopsAndBeginsAnew(try LocalModels.system(), contextSize: 192)
  }

  func testLoadOfALargeVocabularyStopsAndBeginsAnew() async throws {
    try await assertLoadStopsAndBeginsAnew(try LocalModels.gemma(), contextSize: 192)
  }

  func testLoadIsFinishedForOthers() async throws {
    let model = model(try LocalModels.system(), contextSize: 208)
    let loads = LoadedModel.loadCount
    let held = HeldLoad()
    let tasks = (0..<3).map { _ in
      Task { try await model.countTokens(TestModel.request("Hello")).totalTokens }
    }
    await held.begun()
    tasks[0].cancel()
    tasks[2].cancel()
    for task in [tasks[0], tasks[2]] {
      let error = await failure { try await task.value }
      XCTAssertTrue(error is CancellationError, "\(String(describing: error))")
    }
    held.goOn()
    let count = try await tasks[1].value
    XCTAssertGreaterThan(count, 0)
    XCTAssertEqual(LoadedModel.loadCount, loads + 1)
  }

  /// Whoever comes while a load stops gets the model all the same, whichever comes first.
  func testRequestsThatComeWhileALoadStops() async throws {
    let file = try LocalModels.system()
    for round in 0..<6 {
      let model = model(file, contextSize: 224 + round)
      let held = HeldLoad()
      let first = Task { try await model.countTokens(TestModel.request("Hello")).totalTokens }
      await held.begun()
      first.cancel()
      held.goOn()
      try await Task.sleep(for: .milliseconds(15 * round))
      let count = try await model.countTokens(TestModel.request("Hello")).totalTokens
      XCTAssertGreaterThan(count, 0)
      let error = await failure { try await first.value }
      XCTAssertTrue(error is CancellationError, "\(String(describing: error))")
    }
  }
}
