import Synchronization

/// Counts how often a backend repeats a request, for the router that asked it.
///
/// A failure is thrown as the error that callers see, and that has no place for the count.
package final class RetryCounter: Sendable {
  /// The counter of the attempt that the current task belongs to.
  @TaskLocal package static var current: RetryCounter?

  private let value = Mutex(0)
  private let report: @Sendable (Int) -> Void

  /// Creates a counter that reports each repetition with its number.
  init(report: @escaping @Sendable (Int) -> Void = { _ in }) {
    self.report = report
  }

  /// How often the request has been repeated.
  var count: Int { value.withLock { $0 } }

  /// The request is repeated.
  package func increment() {
    report(
      value.withLock { count in
        count += 1
        return count
      }
    )
  }
}
