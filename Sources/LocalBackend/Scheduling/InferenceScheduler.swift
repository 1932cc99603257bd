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

  /// Runs a request.
  ///
  /// - Parameters:
  ///   - prompt: Its tokens; at least one.
  ///   - sampling: How tokens are picked.
  ///   - limit: The most tokens of the answer; 0 only reads the prompt.
  ///   - grammar: What the answer is held to; `nil` for free text.
  ///   - beginning: What has come of the answer already, at the prompt's end; it fits the grammar.
  /// - Returns: What happens to it. Dropping the stream, or cancelling its reader, cancels the
  ///   request.
  func generate(
    prompt: [TokenID],
    sampling: SamplingPlan,
    limit: Int,
    grammar: Grammar? = nil,
    beginning: String = ""
  ) -> AsyncThrowingStream<GenerationEvent, any Error> {
    let (stream, continuation) = AsyncThrowingStream<GenerationEvent, any Error>.makeStream()
    let inbox = inbox
    let id = inbox.submit { id in
      Submission(
        id: id,
        prompt: prompt,
        sampling: sampling,
        limit: limit,
        grammar: grammar,
        beginning: beginning,
        continuation: continuation
      )
    }
    continuation.onTermination = { reason in
      if case .cancelled = reason { inbox.cancel(id) }
    }
    return stream
  }
}
