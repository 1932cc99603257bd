import Foundation

/// Runs the requests of all sessions on one thread that is its own.
///
/// llama.cpp blocks while it computes, so it must not run on Swift's cooperative pool; and it keeps
/// threads of its own for each thread that calls it, so it must not run on a queue, which moves
/// between threads. The thread ends when the scheduler is no longer used.
final class InferenceScheduler: Sendable {
  private let inbox = SchedulerInbox()

  /// What the thread has done so far.
  var work: SchedulerWork { inbox.work }

  /// Starts the thread.
  ///
  /// - Parameters:
  ///   - name: The thread's name.
  ///   - prepare: What the thread does first. It returns how the engine is made; `nil` ends the
  ///     thread.
  init(name: String, prepare: @escaping @Sendable () -> SchedulerLoop.EngineMaker?) {
    let inbox = inbox
    let thread = Thread {
      guard let makeEngine = prepare() else { return }
      SchedulerLoop(inbox: inbox, makeEngine: makeEngine).run()
    }
    thread.name = name
    // Tokenizers and samplers of large vocabularies recurse deeply.
    thread.stackSize = 8 << 20
    thread.start()
  }

  deinit {
    inbox.stop()
  }

  /// Has something done on the thread, between two steps.
  func send(_ errand: @escaping SchedulerInbox.Errand) {
    inbox.send(errand)
  }

  /// Runs a request, until its answer is complete.
  ///
  /// Its texts go to the reader straight from the thread: each task in between would be woken for
  /// each token, on a core that computes.
  ///
  /// - Parameters:
  ///   - prompt: Its tokens; at least one.
  ///   - sampling: How tokens are picked.
  ///   - limit: The most tokens of the answer; 0 only reads the prompt.
  ///   - grammar: What the answer is held to; `nil` for free text.
  ///   - beginning: What has come of the answer already, at the prompt's end; it fits the grammar.
  ///   - receive: Takes more of the answer, in whole characters, on the scheduler's thread.
  /// - Returns: The answer's figures.
  /// - Throws: `CancellationError` within one token of a cancellation, or what went wrong.
  func run(
    prompt: [TokenID],
    sampling: SamplingPlan,
    limit: Int,
    grammar: Grammar? = nil,
    beginning: String = "",
    receive: @escaping @Sendable (String) -> Void = { _ in }
  ) async throws -> GenerationResult {
    let inbox = inbox
    let id = inbox.newID()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        inbox.submit(
          Submission(
            id: id,
            prompt: prompt,
            sampling: sampling,
            limit: limit,
            grammar: grammar,
            beginning: beginning,
            receive: receive,
            end: { continuation.resume(with: $0) }
          )
        )
        // A cancellation that came before it was handed in has missed it.
        if Task.isCancelled { inbox.cancel(id) }
      }
    } onCancel: {
      inbox.cancel(id)
    }
  }
}
