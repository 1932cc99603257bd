import Foundation
import Synchronization

/// A raw model on a thread of its own, on which all its calls are made.
final class RawThread: Sendable {
  private typealias Job = @Sendable (Result<RawModel, any Error>) -> Void

  private let jobs = Mutex<[Job]>([])
  private let semaphore = DispatchSemaphore(value: 0)

  /// Starts the thread, which loads the model first.
  init(path: String, contextSize: Int, sequences: Int = 1, threads: Int) {
    let thread = Thread { [weak self] in
      let model = Result {
        try RawModel(
          path: path,
          contextSize: contextSize,
          sequences: sequences,
          threads: threads
        )
      }
      guard let semaphore = self?.semaphore else { return }
      while true {
        semaphore.wait()
        guard let job = self?.jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return }
        job(model)
      }
    }
    thread.stackSize = 8 << 20
    thread.start()
  }

  deinit {
    semaphore.signal()
  }

  /// Makes calls, and waits for their end.
  func run<Value: Sendable>(
    _ body: @escaping @Sendable (RawModel) throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      jobs.withLock { jobs in
        jobs.append { model in
          continuation.resume(with: Result { try body(model.get()) })
        }
      }
      semaphore.signal()
    }
  }
}
