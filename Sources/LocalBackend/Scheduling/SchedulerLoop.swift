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
  }

  private struct Running {
    let submission: Submission
    let sequence: Int
    let reused: Int
    var assembler = UTF8Assembler()
    var stops: StopMatcher
    var answer: [TokenID] = []
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
      submission.continuation.finish(throwing: CancellationError())
    }
  }

  private func cancel(_ id: Int) {
    if let index = waiting.firstIndex(where: { $0.id == id }) {
      waiting.remove(at: index).continuation.finish(throwing: CancellationError())
    }
    end(id, throwing: CancellationError())
  }

  /// Takes waiting requests in, in their order, while there are sequences.
  private func admit() {
    guard !waiting.isEmpty else { return }
    do {
      try makeReady()
    } catch {
      for submission in waiting { submission.continuation.finish(throwing: error) }
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
    guard let room = ready?.engine.open(sequence: sequence), room <= sequence else { return true }
    ready?.cache.limit(to: max(1, room))
    return sequence == 0
  }

  private func begin(_ submission: Submission, with claim: PrefixCache.Claim) {
    guard let engine = ready?.engine else { return }
    let isThere =
      claim.source.map { engine.copy(sequence: $0, to: claim.sequence, count: claim.reused) }
      ?? engine.trim(sequence: claim.sequence, to: claim.reused)
    let reused = isThere ? claim.reused : 0
    if !isThere {
      ready?.cache.clear(claim.sequence)
      if claim.source != nil { ready?.cache.copyFailed() }
    }
    engine.beginSampling(submission.sampling, sequence: claim.sequence)
    running[submission.id] = Running(
      submission: submission,
      sequence: claim.sequence,
      reused: reused,
      stops: StopMatcher(submission.sampling.stopSequences)
    )
    ready?.planner.add(
      submission.id,
      sequence: claim.sequence,
      tokens: submission.prompt,
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
  /// Picks the token after a span, and hands its text out.
  private func sample(_ span: BatchStep.Span, output: Int, engine: any TokenEngine) {
    guard var request = running[span.request] else { return }
    let limit = request.submission.limit
    guard limit > 0, let token = engine.sample(sequence: span.sequence, output: output) else {
      return finish(span.request, reason: .stop)
    }
    if engine.isEndOfGeneration(token) { return finish(span.request, reason: .stop) }
    request.answer.append(token)
    let text = request.stops.append(request.assembler.append(engine.bytes(of: token)))
    running[span.request] = request
    if !text.isEmpty, case .terminated = request.submission.continuation.yield(.text(text)) {
      return end(span.request, throwing: CancellationError())
    }
    if request.stops.isStopped { return finish(span.request, reason: .stop) }
    if request.answer.count >= limit { return finish(span.request, reason: .maxTokens) }
    ready?.planner.append(token, to: span.request)
  }

  /// Ends a request whose answer is complete.
  private func finish(_ id: Int, reason: FinishReason) {
    guard var request = release(id) else { return }
    let continuation = request.submission.continuation
    let end = request.stops.append(request.assembler.finish())
    let rest = end + request.stops.finish()
    if !rest.isEmpty { continuation.yield(.text(rest)) }
    let result = GenerationResult(
      finishReason: reason,
      promptTokenCount: request.submission.prompt.count,
      reusedTokenCount: request.reused,
      answer: request.answer,
      isCut: request.stops.isStopped
    )
    continuation.yield(.finished(result))
    continuation.finish()
  }

  /// Ends a request that failed or was cancelled.
  private func end(_ id: Int, throwing error: any Error) {
    release(id)?.submission.continuation.finish(throwing: error)
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
