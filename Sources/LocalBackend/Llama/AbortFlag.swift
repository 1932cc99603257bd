import Dispatch
import Foundation
import Synchronization

/// A flag that any thread may raise to end the step that runs; it raises itself when a time is over.
final class AbortFlag: Sendable {
  private let raised = Atomic(false)
  /// When the step is to end, in nanoseconds of the machine's uptime; 0: never.
  private let deadline = Atomic<UInt64>(0)
  private let looks = Atomic<UInt32>(0)

  /// Whether the step is to end.
  var isRaised: Bool { raised.load(ordering: .relaxed) || isLate }

  /// Whether the step's time is over.
  var isLate: Bool {
    let deadline = deadline.load(ordering: .relaxed)
    guard deadline > 0 else { return false }
    return DispatchTime.now().uptimeNanoseconds >= deadline
  }

  /// Whether the step is to end, for whoever asks very often: the clock is seldom looked at.
  var isRaisedByNow: Bool {
    if raised.load(ordering: .relaxed) { return true }
    guard deadline.load(ordering: .relaxed) > 0 else { return false }
    return looks.wrappingAdd(1, ordering: .relaxed).newValue % 16 == 0 && isLate
  }

  /// Sets the time for a step, in seconds from now; `nil`: as long as it takes.
  func setPatience(_ seconds: Double?) {
    let now = DispatchTime.now().uptimeNanoseconds
    deadline.store(seconds.map { now + UInt64($0 * 1e9) } ?? 0, ordering: .relaxed)
  }

  /// Asks for the end of the step that runs.
  func raise() { raised.store(true, ordering: .relaxed) }

  /// Makes ready for the next step.
  func lower() { raised.store(false, ordering: .relaxed) }

  private static let threadKey = "HybridInference.AbortFlag"

  /// Makes this the flag of the thread, whose steps it ends.
  func attachToThread() {
    Thread.current.threadDictionary[Self.threadKey] = self
  }

  /// Whether the step that runs on this thread is to end, so that its failure is no fault.
  static var isRaisedOnThread: Bool {
    (Thread.current.threadDictionary[threadKey] as? AbortFlag)?.isRaised ?? false
  }
}
