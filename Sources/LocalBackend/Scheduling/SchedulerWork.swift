import Synchronization

/// Counts what the scheduler's thread has done, for all threads to read.
final class SchedulerWork: Sendable {
  private let stepCount = Atomic(0)
  private let tokenCount = Atomic(0)

  /// How many steps were completed.
  var steps: Int { stepCount.load(ordering: .relaxed) }

  /// How many tokens were read in them.
  var tokens: Int { tokenCount.load(ordering: .relaxed) }

  /// A step was completed.
  func add(tokens: Int) {
    stepCount.add(1, ordering: .relaxed)
    tokenCount.add(tokens, ordering: .relaxed)
  }
}
