import HybridInference
import Synchronization

/// Collects what is logged while an operation runs.
final class LogRecorder: Sendable {
  private let entries = Mutex<[InferenceLog.Entry]>([])

  /// What was logged at a level or above.
  func messages(from level: InferenceLog.Level = .notice) -> [String] {
    entries.withLock { $0.filter { $0.level >= level }.map(\.message) }
  }

  /// Records in place of the log's handler.
  func record<Value>(_ operation: () async throws -> Value) async rethrows -> Value {
    let handler = InferenceLog.handler
    InferenceLog.handler = { entry in self.entries.withLock { $0.append(entry) } }
    defer { InferenceLog.handler = handler }
    return try await operation()
  }
}
