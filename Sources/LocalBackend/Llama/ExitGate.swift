import Foundation
import Synchronization

/// Lets the process end while models are loaded and run.
///
/// When a program ends, C++ destroys the libraries' global data, and a thread that still computes
/// crashes then. So all calls into llama.cpp go through this gate. The end of the process shuts it:
/// loads and steps are told to end, the process waits until all threads are out, and whoever comes
/// out or wants in stays where it is, which is not long.
///
/// It needs the libraries' data until all are out; see ``LlamaLibrary/keepsData``.
enum ExitGate {
  private static let occupancy = Mutex(GateOccupancy())
  /// Beside the mutex, since llama.cpp's callbacks ask often.
  private static let shut = Atomic(false)

  /// How long the end of the process waits, in milliseconds.
  ///
  /// Steps and loads are asked many times a second whether to go on. What cannot be stopped takes a
  /// few hundred milliseconds at most (a vocabulary), unless the machine is overloaded.
  private static let patience = 3000

  /// Whether the process is ending.
  static var isShut: Bool { shut.load(ordering: .relaxed) }

  /// Makes calls into C that the end of the process waits for.
  ///
  /// Such calls may be nested.
  static func pass<Value: ~Copyable, Failure: Error>(
    _ call: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let thread = currentThread
    obey(occupancy.withLock { $0.enter(thread) })
    defer { obey(occupancy.withLock { $0.leave(thread) }) }
    return try call()
  }

  private static func obey(_ answer: GateOccupancy.Answer) {
    guard answer == .stay else { return }
    while true { sleep(1000) }
  }

  private static var currentThread: GateOccupancy.ThreadNumber {
    #if canImport(Darwin)
    UInt(bitPattern: pthread_self())
    #else
    UInt(pthread_self())
    #endif
  }

  /// Makes the end of the process shut the gate, before anything is destroyed that was there before
  /// this call.
  static func arm() {
    atexit { ExitGate.shutAndWait() }
  }

  private static func shutAndWait() {
    let thread = currentThread
    shut.store(true, ordering: .relaxed)
    occupancy.withLock { $0.shut(by: thread) }
    for _ in 0..<patience where occupancy.withLock(\.mustWait) { usleep(1000) }
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

  /// Arms the gate again when a stage is reached for the first time, where the libraries' data is
  /// destroyed in the reverse order of its making.
  static func arm(after stage: Stage) {
    guard !LlamaLibrary.keepsData else { return }
    let bit = 1 << stage.rawValue
    let (before, _) = armed.bitwiseOr(bit, ordering: .relaxed)
    if before & bit == 0 { arm() }
  }
}
