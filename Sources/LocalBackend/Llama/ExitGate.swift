import Foundation
import Synchronization

/// Lets the process end while models run.
///
/// When a program ends, the C++ libraries destroy their global data, and a thread that still
/// computes crashes the program then. So all calls that may take long go through this gate. At the
/// end of the process it is shut: steps that run are ended, and calls that come later wait for
/// ever, which is not long.
enum ExitGate {
  private static let shut = Atomic(false)
  private static let inside = Atomic(0)

  /// Whether the process is ending.
  static var isShut: Bool { shut.load(ordering: .sequentiallyConsistent) }

  /// Makes a call into C that the end of the process waits for.
  static func pass<Value: ~Copyable, Failure: Error>(
    _ call: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    inside.add(1, ordering: .sequentiallyConsistent)
    defer { inside.subtract(1, ordering: .sequentiallyConsistent) }
    if isShut {
      inside.subtract(1, ordering: .sequentiallyConsistent)
      while true { sleep(1) }
    }
    return try call()
  }

  /// Makes the end of the process shut the gate before anything is destroyed that was there before
  /// this call.
  ///
  /// The libraries make some of their data when it is first needed: call it again after each kind
  /// of call was made for the first time.
  static func arm() {
    atexit {
      ExitGate.shut.store(true, ordering: .sequentiallyConsistent)
      // Five seconds: more than any step takes once its abort callback says to end.
      for _ in 0..<5000 where ExitGate.inside.load(ordering: .sequentiallyConsistent) > 0 {
        usleep(1000)
      }
    }
  }

  /// A kind of call that makes data when it is first made.
  enum Stage: Int, CaseIterable {
    case vocabulary
    case load
    case tokens
    case context
    case step
  }

  private static let armed = Atomic(0)

  /// Arms the gate when a stage is reached for the first time.
  static func arm(after stage: Stage) {
    let bit = 1 << stage.rawValue
    let (before, _) = armed.bitwiseOr(bit, ordering: .relaxed)
    if before & bit == 0 { arm() }
  }
}
