import Dispatch
import Synchronization

/// What other threads tell the scheduler's thread.
final class SchedulerInbox: Sendable {
  /// What has come since the last look.
  struct Mail {
    var submissions: [Submission] = []
    var cancellations: Set<Int> = []
    var errands: [Errand] = []
    var isEmpty: Bool { submissions.isEmpty && cancellations.isEmpty && errands.isEmpty }
  }

  /// Something to do between two steps, on the scheduler's thread; it gets `nil` when that has ended.
  typealias Errand = @Sendable (SchedulerLoop?) -> Void

  private struct State {
    var mail = Mail()
    var nextID = 0
    var isStopped = false
    var isSignalled = false
    /// The requests whose prompts the step that runs is reading.
    var reading: Set<Int> = []
  }

  /// Raised to end a step that reads the prompt of a request that was cancelled.
  let abortFlag = AbortFlag()

  /// What the scheduler's thread has done, for others to read.
  let work = SchedulerWork()

  private let state = Mutex(State())
  private let semaphore = DispatchSemaphore(value: 0)

  /// An id for a request.
  func newID() -> Int {
    state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
  }

  /// Hands a request in.
  func submit(_ submission: Submission) {
    change { $0.mail.submissions.append(submission) }
  }

  /// Cancels a request that was handed in, wherever it is.
  func cancel(_ id: Int) {
    change { state in
      state.mail.cancellations.insert(id)
      if state.reading.contains(id) { abortFlag.raise() }
    }
  }

  /// Has something done between two steps.
  func send(_ errand: @escaping Errand) {
    change { $0.mail.errands.append(errand) }
  }

  /// Ends the scheduler's thread.
  func stop() {
    change { state in
      state.isStopped = true
      abortFlag.raise()
    }
  }

  private func change(_ body: (inout State) -> Void) {
    let mustSignal = state.withLock { state in
      body(&state)
      defer { state.isSignalled = true }
      return !state.isSignalled
    }
    if mustSignal { semaphore.signal() }
  }
}

extension SchedulerInbox {
  /// Takes what has come.
  ///
  /// For the scheduler's thread.
  ///
  /// - Parameter waits: Whether to wait until something has come.
  /// - Returns: The mail; `nil` when the thread is to end.
  func take(waits: Bool) -> Mail? {
    while true {
      let (mail, isStopped) = state.withLock { state in
        defer { state.mail = Mail() }
        return (state.mail, state.isStopped)
      }
      if isStopped {
        for submission in mail.submissions { submission.end(.failure(CancellationError())) }
        for errand in mail.errands { errand(nil) }
        return nil
      }
      if !waits || !mail.isEmpty { return mail }
      semaphore.wait()
      state.withLock { $0.isSignalled = false }
    }
  }

  /// A step begins.
  ///
  /// For the scheduler's thread.
  ///
  /// - Parameter reading: The requests whose prompts it reads.
  /// - Returns: Whether the step may run: none of them has been cancelled meanwhile.
  func beginStep(reading: Set<Int>) -> Bool {
    state.withLock { state in
      guard !state.isStopped, state.mail.cancellations.isDisjoint(with: reading) else {
        return false
      }
      state.reading = reading
      abortFlag.lower()
      return true
    }
  }

  /// A step has ended.
  ///
  /// For the scheduler's thread.
  func endStep() {
    state.withLock { $0.reading = [] }
  }
}
