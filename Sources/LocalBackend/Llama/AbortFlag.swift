import Foundation
import Synchronization

/// A flag that any thread may raise to end the step that runs.
final class AbortFlag: Sendable {
  private let raised = Atomic(false)

  /// Whether the step is to end.
  var isRaised: Bool { raised.load(ordering: .relaxed) }

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
