import Foundation
import Synchronization

/// A thread with a small stack: what runs there recurses no deeper than it may.
package enum SmallStack {
  /// Runs something on a thread with a stack of 512 KB, as Apple's threads for tasks have it.
  ///
  /// - Parameter body: What to run.
  /// - Returns: What it gave.
  package static func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) -> Value {
    let result = Mutex<Value?>(nil)
    let end = DispatchSemaphore(value: 0)
    let thread = Thread {
      let value = body()
      result.withLock { $0 = value }
      end.signal()
    }
    // Sanitizers make frames larger.
    let isSanitized = ["TSAN_OPTIONS", "ASAN_OPTIONS"]
      .contains { ProcessInfo.processInfo.environment[$0] != nil }
    thread.stackSize = (isSanitized ? 4 : 1) * 512 << 10
    thread.start()
    end.wait()
    guard let value = result.withLock(\.self) else { preconditionFailure("it has not run") }
    return value
  }
}
