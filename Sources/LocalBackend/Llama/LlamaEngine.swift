import HybridInference

/// A model and its context as the scheduler sees them.
///
/// It belongs to the scheduler's thread.
final class LlamaEngine: TokenEngine {
  let sequenceCount: Int
  let batchSize: Int

  let model: LoadedModel
  let plan: ContextPlan
  let abortFlag: AbortFlag
  /// `nil` only while it is replaced, or when there was no memory to make it again.
  var context: LlamaContext?
  private var batch: LlamaBatch
  private var governor: ThreadGovernor
  private var samplers: [Int: Sampler] = [:]

  /// A sampler in a collection: those hold only what can be copied.
  private final class Sampler {
    let sampler: LlamaSampler

    init(_ plan: SamplingPlan, vocabularySize: Int) {
      sampler = LlamaSampler(plan, vocabularySize: vocabularySize)
    }
  }

  /// Makes a context for a model, with room for one sequence at first.
  init(model: LoadedModel, plan: ContextPlan, abortFlag: AbortFlag) throws(LlamaError) {
    self.model = model
    sequenceCount = plan.sequences
    batchSize = plan.batchSize
    self.plan = plan
    self.abortFlag = abortFlag
    context = try ExitGate.pass { () throws(LlamaError) in
      try LlamaContext(model: model, plan: plan.limited(to: 1), abortFlag: abortFlag)
    }
    governor = ThreadGovernor(limit: plan.threads)
    batch = LlamaBatch(capacity: plan.batchSize)
  }

  func run(_ step: BatchStep) -> StepOutcome {
    batch.removeAll()
    for span in step.spans {
      let last = span.tokens.endIndex - 1
      for index in span.tokens.indices {
        batch.append(
          span.tokens[index],
          position: index,
          sequence: span.sequence,
          wantsOutput: span.wantsOutput && index == last
        )
      }
    }
    let start = ContinuousClock.now
    abortFlag.setPatience(canRepeatSteps ? governor.patience(tokens: step.tokenCount) : nil)
    defer { abortFlag.setPatience(nil) }
    let code = context?.run(batch, threads: governor.threads)
    let seconds = (ContinuousClock.now - start).seconds
    switch code {
    case nil: return .failed(code: -1)
    case 0:
      governor.record(tokens: step.tokenCount, seconds: seconds)
      return .completed
    case 2:
      if abortFlag.isLate { governor.recordGivenUp(tokens: step.tokenCount, seconds: seconds) }
      return .aborted
    case let code?: return .failed(code: code)
    }
  }

  /// Whether a step that was given up costs no more than itself.
  private var canRepeatSteps: Bool { !model.isRecurrent && model.slidingWindow == 0 }

  func trim(sequence: Int, to count: Int) -> Bool {
    ExitGate.pass {
      if context?.trim(sequence: sequence, to: count) ?? false { return true }
      _ = context?.trim(sequence: sequence, to: 0)
      return false
    }
  }

  func copy(sequence source: Int, to target: Int, count: Int) -> Bool {
    ExitGate.pass {
      // Not with llama_memory_seq_cp: that only notes the copy, and carries it out in the next step. A
      // context that is made anew before that would take over what the target held until then.
      guard let state = context?.state(of: source), let held = context?.count(of: source),
        context?.restore(state, to: target, count: held) == true
      else { return false }
      return trim(sequence: target, to: count)
    }
  }

  func beginSampling(_ plan: SamplingPlan, sequence: Int) {
    samplers[sequence] = Sampler(plan, vocabularySize: model.model.tokenCount)
  }

  func endSampling(sequence: Int) {
    samplers[sequence] = nil
  }

  func sample(sequence: Int, output: Int, filter: TokenFilter?) -> TokenID? {
    guard let pointer = context?.pointer else { return nil }
    return samplers[sequence]?.sampler.sample(from: pointer, output: output, filter: filter)
  }

  func accept(_ tokens: [TokenID], sequence: Int) {
    samplers[sequence]?.sampler.accept(tokens)
  }

  var vocabulary: Vocabulary { model.vocabulary }

  func tokens(spelling text: [UInt8]) -> [TokenID]? {
    let vocabulary = vocabulary
    if let tokens = try? model.model.tokens(ofPlainText: text),
      vocabulary.isSpelling(tokens, of: text)
    {
      return tokens
    }
    // Some tokenizers put a space in front.
    return vocabulary.tokens(spelling: text)
  }

  func isEndOfGeneration(_ token: TokenID) -> Bool {
    model.model.isEndOfGeneration(token)
  }

  func bytes(of token: TokenID) -> [UInt8] {
    model.model.bytes(of: token)
  }
}

extension Duration {
  /// The duration in seconds.
  fileprivate var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
}
