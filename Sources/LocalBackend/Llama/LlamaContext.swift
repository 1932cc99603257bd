import CLlama
import Synchronization

/// The memory that a model reads its sequences into, and the threads that compute.
///
/// It belongs to the thread that makes it.
struct LlamaContext: ~Copyable {
  let pointer: OpaquePointer
  private let threadPool: OpaquePointer?
  private let abortFlag: AbortFlag
  private let model: LoadedModel
  /// How many sequences there is room for.
  let sequences: Int

  /// Makes a context.
  ///
  /// - Parameters:
  ///   - model: The model; it stays loaded at least as long as the context lives.
  ///   - plan: The sizes.
  ///   - abortFlag: Raised from any thread to end the step that runs.
  /// - Throws: `contextRefused`.
  init(model: LoadedModel, plan: ContextPlan, abortFlag: AbortFlag) throws(LlamaError) {
    var parameters = llama_context_default_params()
    parameters.n_ctx = UInt32(clamping: plan.contextSize * plan.sequences)
    parameters.n_seq_max = UInt32(clamping: plan.sequences)
    parameters.n_batch = UInt32(clamping: plan.batchSize)
    parameters.n_ubatch = UInt32(clamping: plan.batchSize)
    parameters.n_threads = Int32(clamping: plan.threads)
    parameters.n_threads_batch = Int32(clamping: plan.threads)
    parameters.no_perf = true
    let made = ExitGate.pass { llama_init_from_model(model.model.pointer, parameters) }
    ExitGate.arm(after: .context)
    guard let pointer = made else {
      throw .contextRefused(contextSize: plan.contextSize, sequences: plan.sequences)
    }
    self.pointer = pointer
    sequences = plan.sequences
    self.model = model
    self.abortFlag = abortFlag
    abortFlag.attachToThread()
    // The pool waits for work by spinning for some milliseconds, as long as it takes to pick a token,
    // and sleeps then: the cores are for others when nothing is computed.
    threadPool = hybrid_threadpool_new(Int32(clamping: plan.threads), 2)
    if let threadPool { llama_attach_threadpool(pointer, threadPool, threadPool) }
    llama_set_abort_callback(
      pointer,
      { flag in
        guard let flag else { return false }
        return ExitGate.isShut
          || Unmanaged<AbortFlag>.fromOpaque(flag).takeUnretainedValue().isRaisedByNow
      },
      // Not retained: the context owns the flag and goes first.
      Unmanaged.passUnretained(abortFlag).toOpaque()
    )
  }

  deinit {
    ExitGate.pass {
      llama_free(pointer)
      hybrid_threadpool_free(threadPool)
    }
  }

  /// Whether layers with sliding windows have a cache of their own.
  var hasTwoCaches: Bool { model.slidingWindow > 0 }

  private var memory: llama_memory_t? { llama_get_memory(pointer) }

  /// Runs the tokens of a batch.
  ///
  /// It returns when all is computed: a backend may leave work to do until its result is read.
  ///
  /// - Returns: llama.cpp's code: 0 when all were run, 2 when aborted.
  func run(_ batch: borrowing LlamaBatch, threads: Int) -> Int {
    let code = ExitGate.pass {
      llama_set_n_threads(pointer, Int32(clamping: threads), Int32(clamping: threads))
      let code = llama_decode(pointer, batch.batch)
      llama_synchronize(pointer)
      return Int(code)
    }
    ExitGate.arm(after: .step)
    return code
  }

  /// Forgets a sequence's tokens from a position on.
  ///
  /// - Returns: Whether exactly the tokens before the position are still there. Some models cannot
  ///   forget a part, and some have dropped old tokens that they would need (sliding windows).
  func trim(sequence: Int, to count: Int) -> Bool {
    let id = Int32(sequence)
    if count == 0 {
      _ = llama_memory_seq_rm(memory, id, -1, -1)
      return true
    }
    guard llama_memory_seq_rm(memory, id, Int32(count), -1) else { return false }
    return holds(sequence: sequence, count: count)
  }

  /// Whether a sequence holds all that is needed to go on after its first `count` tokens.
  func holds(sequence: Int, count: Int) -> Bool {
    let first = Int(llama_memory_seq_pos_min(memory, Int32(sequence)))
    let last = Int(llama_memory_seq_pos_max(memory, Int32(sequence)))
    let window = model.slidingWindow
    let needed = window > 0 ? max(0, count - window) : 0
    return last == count - 1 && first >= 0 && (first <= needed || model.isRecurrent)
  }

  /// How many tokens a sequence holds.
  func count(of sequence: Int) -> Int {
    Int(llama_memory_seq_pos_max(memory, Int32(sequence))) + 1
  }
}
