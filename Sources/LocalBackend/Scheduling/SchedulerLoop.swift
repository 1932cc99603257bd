import HybridInference

/// The work of the scheduler's thread: takes requests in, runs steps, hands tokens out.
///
/// It decides nothing: ``BatchPlanner`` and ``PrefixCache`` do.
final class SchedulerLoop {
  /// Makes the engine, when it is first needed.
  typealias EngineMaker = @Sendable (AbortFlag) throws -> any TokenEngine

  private let inbox: SchedulerInbox
  private let makeEngine: EngineMaker
  var ready: Ready?
  private var waiting: [Submission] = []
  private var running: [Int: Running] = [:]

  /// An engine, and what is known of it.
  struct Ready {
    let engine: any TokenEngine
    var planner: BatchPlanner
    var cache: PrefixCache
    /// How many sequences there was room for when one was opened last.
    var room = 0
  }

  private struct Running {
    let submission: Submission
    let sequence: Int
    let reused: Int
    var draft: AnswerDraft
    /// The tokens that the answer begins with in any case, while they have not been read.
    var beginning: [TokenID] = []
  }

  init(inbox: SchedulerInbox, makeEngine: @escaping EngineMaker) {
    self.inbox = inbox
    self.makeEngine = makeEngine
  }

  /// Works until the inbox is stopped.
  func run() {
    while let mail = inbox.take(waits: waiting.isEmpty && running.isEmpty) {
      waiting += mail.submissions
      for id in mail.cancellations { cancel(id) }
      for errand in mail.errands { errand(self) }
      admit()
      step()
    }
    for submission in waiting + running.values.map(\.submission) {
      submission.end(.failure(CancellationError()))
    }
  }

  private func cancel(_ id: Int) {
    if let index = waiting.firstIndex(where: { $0.id == id }) {
      waiting.remove(at: index).end(.failure(CancellationError()))
    }
    end(id, throwing: CancellationError())
  }

  /// Takes waiting requests in, in their order, while there are sequences.
  private func admit() {
    guard !waiting.isEmpty else { return }
    do {
      try makeReady()
    } catch {
      for submission in waiting { submission.end(.failure(error)) }
      waiting = []
      return
    }
    // Whoever waits for another one's reading holds up nobody behind it.
    var index = 0
    while index < waiting.count, let decision = ready?.cache.decide(on: waiting[index].prompt) {
      switch decision {
      case .begin(let claim):
        guard makeRoom(for: claim.sequence) else { continue }
        begin(waiting.remove(at: index), with: claim)
      case .wait: index += 1
      case .full: return
      }
    }
  }

  func makeReady() throws {
    guard ready == nil else { return }
    let engine = try makeEngine(inbox.abortFlag)
    ready = Ready(
      engine: engine,
      planner: BatchPlanner(batchSize: engine.batchSize, promptShare: 64),
      cache: PrefixCache(sequenceCount: engine.sequenceCount)
    )
  }

  /// Makes room for a sequence that was claimed; `false`: there is less, and the claim is void.
  private func makeRoom(for sequence: Int) -> Bool {
    guard let room = ready?.engine.open(sequence: sequence) else { return false }
    if room != ready?.room { findLosses() }
    ready?.room = room
    guard room <= sequence else { return true }
    ready?.cache.limit(to: max(1, room))
    return sequence == 0
  }

  /// The engine has made its sequences anew: finds out which ones it could not take over, and has
  /// what they held read again.
  private func findLosses() {
    guard let engine = ready?.engine else { return }
    for (id, request) in running {
      let position = ready?.planner.position(of: id) ?? 0
      guard position > 0, !engine.trim(sequence: request.sequence, to: position) else { continue }
      ready?.cache.update(request.sequence, holding: 0)
      ready?.planner.rewind(id, to: 0)
    }
    for (sequence, count) in ready?.cache.idle ?? []
    where !engine.trim(sequence: sequence, to: count) {
      ready?.cache.clear(sequence)
    }
  }

  private func begin(_ submission: Submission, with claim: PrefixCache.Claim) {
    guard let engine = ready?.engine else { return }
    let isThere =
      claim.source.map { engine.copy(sequence: $0, to: claim.sequence, count: claim.reused) }
      ?? engine.trim(sequence: claim.sequence, to: claim.reused)
    let reused = isThere ? claim.reused : 0
    if let source = claim.source { ready?.cache.copied(from: source, isThere) }
    if !isThere { ready?.cache.clear(claim.sequence) }
    engine.beginSampling(submission.sampling, sequence: claim.sequence)
    let draft = AnswerDraft(submission)
    // What the answer begins with in any case is read with the prompt, in the same steps.
    let beginning = draft.forcedTokens(of: engine)
    running[submission.id] = Running(
      submission: submission,
      sequence: claim.sequence,
      reused: reused,
      draft: draft,
      beginning: beginning
    )
    ready?.planner.add(
      submission.id,
      sequence: claim.sequence,
      tokens: submission.prompt + beginning,
      from: reused
    )
  }

  private func step() {
    guard let step = ready?.planner.nextStep(), let engine = ready?.engine else { return }
    let reading = step.spans.filter { $0.tokens.count > 1 }.map(\.request)
    guard inbox.beginStep(reading: Set(reading)) else { return }
    let outcome = engine.run(step)
    inbox.endStep()
    switch outcome {
    case .completed:
      ready?.planner.commit(step)
      inbox.work.add(tokens: step.tokenCount)
      var offset = 0
      for span in step.spans {
        ready?.cache.update(span.sequence, holding: span.tokens.endIndex)
        offset += span.tokens.count
        if span.wantsOutput { sample(span, output: offset - 1, engine: engine) }
      }
    case .aborted:
      for span in step.spans { rewind(span, to: span.tokens.startIndex, engine: engine) }
    case .failed(let code):
      for span in step.spans {
        rewind(span, to: 0, engine: engine)
        end(span.request, throwing: LlamaError.stepFailed(code: code))
      }
    }
  }

  private func rewind(_ span: BatchStep.Span, to position: Int, engine: any TokenEngine) {
    let isThere = engine.trim(sequence: span.sequence, to: position)
    ready?.cache.update(span.sequence, holding: isThere ? position : 0)
    ready?.planner.rewind(span.request, to: isThere ? position : 0)
  }
}

extension SchedulerLoop {
  /// Picks the token after a span, and hands its text out, with what has to follow it.
  private func sample(_ span: BatchStep.Span, output: Int, engine: any TokenEngine) {
    guard var request = running[span.request] else { return }
    guard request.submission.limit > 0 else { return finish(span.request, reason: .stop) }
    let beginning = request.beginning
    if !beginning.isEmpty {
      request.beginning = []
      running[span.request] = request
      engine.accept(beginning, sequence: span.sequence)
      guard take(beginning, for: span.request, engine: engine) else { return }
    }
    let filter = running[span.request]?.draft.filter(of: engine)
    guard let token = engine.sample(sequence: span.sequence, output: output, filter: filter) else {
      guard filter != nil else { return finish(span.request, reason: .stop) }
      return end(span.request, throwing: LlamaError.noFittingToken)
    }
    if engine.isEndOfGeneration(token) { return finish(span.request, reason: .stop) }
    guard take([token], for: span.request, engine: engine) else { return }
    let forced = running[span.request]?.draft.forcedTokens(of: engine) ?? []
    engine.accept(forced, sequence: span.sequence)
    guard forced.isEmpty || take(forced, for: span.request, engine: engine) else { return }
    ready?.planner.append([token] + forced, to: span.request)
  }

  /// Takes tokens into a request's answer, and hands their text out.
  ///
  /// - Returns: Whether the answer goes on.
  private func take(_ tokens: [TokenID], for id: Int, engine: any TokenEngine) -> Bool {
    guard var request = running[id] else { return false }
    let (text, reason) = request.draft.take(tokens, bytes: engine.bytes)
    running[id] = request
    if !text.isEmpty { request.submission.receive(text) }
    if let reason { finish(id, reason: reason) }
    return reason == nil
  }

  /// Ends a request whose answer is complete.
  private func finish(_ id: Int, reason: FinishReason) {
    guard var request = release(id) else { return }
    let rest = request.draft.finish()
    if !rest.isEmpty { request.submission.receive(rest) }
    let result = GenerationResult(
      finishReason: reason,
      promptTokenCount: request.submission.prompt.count,
      reusedTokenCount: request.reused,
      answer: request.draft.tokens,
      isCut: request.draft.isStopped
    )
    request.submission.end(.success(result))
  }

  /// Ends a request that failed or was cancelled.
  private func end(_ id: Int, throwing error: any Error) {
    release(id)?.submission.end(.failure(error))
  }

  /// Frees a request's sequence, which keeps its tokens for the conversation's next turn.
  @discardableResult
  private func release(_ id: Int) -> Running? {
    guard let request = running.removeValue(forKey: id) else { return nil }
    let tokens = ready?.planner.remove(id) ?? []
    ready?.engine.endSampling(sequence: request.sequence)
    ready?.cache.release(request.sequence, holding: tokens)
    return request
  }
}
