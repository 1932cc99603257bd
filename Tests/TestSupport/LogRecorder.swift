package import HybridInference
import Synchronization

/// Keeps what is logged while it is installed.
package final class LogRecorder: Sendable {
  private let recorded = Mutex<[InferenceLog.Entry]>([])

  /// Creates a recorder that keeps nothing yet.
  package init() {}

  /// What was logged, in order.
  package var entries: [InferenceLog.Entry] { recorded.withLock { $0 } }

  /// The messages of the errors that were logged.
  package var errors: [String] { entries.filter { $0.level == .error }.map(\.message) }

  /// Runs something with this recorder in place of the log.
  package func record<Result>(
    _ body: () async throws -> sending Result
  ) async rethrows -> sending Result {
    let previous = InferenceLog.handler
    InferenceLog.handler = { [self] entry in recorded.withLock { $0.append(entry) } }
    defer { InferenceLog.handler = previous }
    return try await body()
  }
}
