import Foundation
import HybridInference
import LocalBackend
import Synchronization

/// Gives the model something to do.
final class Work: Sendable {
  private let model: SystemLanguageModel
  private let lineCount = Atomic(UInt32(0))

  init(modelPath: String) {
    model = SystemLanguageModel(
      modelURL: URL(fileURLWithPath: modelPath),
      configuration: .init(contextSize: 1024)
    )
  }

  /// Returns when the phase has begun.
  func begin(_ phase: Phase) {
    switch phase {
    case .load, .line: model.prewarm(request(instructions: longText))
    case .prewarm:
      wait { [self] in _ = try await model.countTokens(request("Hello")) }
      model.prewarm(request(instructions: longText))
    case .answer: _ = beginSecondAnswer()
    case .cancel: beginSecondAnswer().cancel()
    case .crowd:
      wait { [self] in _ = try await model.countTokens(request("Hello")) }
      for number in 0..<4 {
        answer(request("Tell a story about the number \(number)."))
        Task.detached { [self] in
          while true { _ = try await model.countTokens(request(longText)) }
        }
      }
    }
  }

  /// Begins a load; returns on the caller's thread, or calls `exit` on the thread that loads, when it
  /// has written some lines to the log.
  func beginLoad(untilLine line: UInt32, exitsInside: Bool) {
    let isReached = DispatchSemaphore(value: 0)
    InferenceLog.handler = { [self] _ in
      let count = lineCount.wrappingAdd(1, ordering: .relaxed).newValue
      guard count == line else { return }
      if exitsInside { exit(0) }
      isReached.signal()
    }
    begin(.line)
    // A load with fewer lines is over by then.
    _ = isReached.wait(timeout: .now() + 10)
  }

  private func beginSecondAnswer() -> Task<Void, Never> {
    wait { [self] in _ = try await model.generateContent(request("Hello", count: 2)) }
    let hasBegun = DispatchSemaphore(value: 0)
    let task = answer(request("Tell a long story."), hasBegun: hasBegun)
    hasBegun.wait()
    return task
  }

  @discardableResult
  private func answer(
    _ request: ModelRequest,
    hasBegun: DispatchSemaphore? = nil
  ) -> Task<Void, Never> {
    Task.detached { [model] in
      do {
        for try await _ in model.streamContent(request) { hasBegun?.signal() }
      } catch {}
    }
  }

  private func wait(for work: @escaping @Sendable () async throws -> Void) {
    let isDone = DispatchSemaphore(value: 0)
    Task.detached {
      try? await work()
      isDone.signal()
    }
    isDone.wait()
  }

  private func request(
    _ prompt: String? = nil,
    instructions: String? = nil,
    count: Int = 600
  ) -> ModelRequest {
    let entries = prompt.map {
      [Transcript.Entry(content: ModelContent(parts: [.text($0)]))]
    }
    return ModelRequest(
      transcript: Transcript(instructions: instructions, entries: entries ?? []),
      options: .foundationModels(.init(sampling: .greedy, maximumResponseTokens: count))
    )
  }

  private var longText: String {
    Array(repeating: "The sea is wide, and the boats are far away.", count: 60)
      .joined(separator: " ")
  }
}
