import CLlama
import Foundation

/// The reference: llama.cpp's C API, called as plainly as a C program would.
///
/// It belongs to one thread; see ``RawThread``.
final class RawModel {
  private let model: OpaquePointer
  private let context: OpaquePointer
  private let pool: OpaquePointer?
  private let sampler: UnsafeMutablePointer<llama_sampler>
  private var batch: llama_batch
  private static let batchSize = 512

  /// The library did not do what it was asked.
  struct Failure: Error {
    let what: String
  }

  /// Loads a model, with a context of so many tokens for each of so many sequences.
  init(path: String, contextSize: Int, sequences: Int = 1, threads: Int) throws {
    llama_backend_init()
    guard let model = llama_model_load_from_file(path, llama_model_default_params()) else {
      throw Failure(what: "the model cannot be loaded")
    }
    var parameters = llama_context_default_params()
    parameters.n_ctx = UInt32(contextSize * sequences)
    parameters.n_seq_max = UInt32(sequences)
    parameters.n_batch = UInt32(Self.batchSize)
    parameters.n_ubatch = UInt32(Self.batchSize)
    parameters.n_threads = Int32(threads)
    parameters.n_threads_batch = Int32(threads)
    guard let context = llama_init_from_model(model, parameters) else {
      throw Failure(what: "the context cannot be made")
    }
    self.model = model
    self.context = context
    // As llama.cpp's own programs do it.
    pool = hybrid_threadpool_new(Int32(threads), 50)
    if let pool { llama_attach_threadpool(context, pool, pool) }
    sampler = llama_sampler_chain_init(llama_sampler_chain_default_params())
    llama_sampler_chain_add(sampler, llama_sampler_init_greedy())
    batch = llama_batch_init(Int32(Self.batchSize), 0, 1)
  }

  deinit {
    llama_batch_free(batch)
    llama_sampler_free(sampler)
    llama_free(context)
    hybrid_threadpool_free(pool)
    llama_model_free(model)
  }

  /// The tokens of a prompt in ChatML.
  func tokens(ofPrompt prompt: String) -> [llama_token] {
    let text =
      "<|im_start|>system\n\(OnDevice.instructions)<|im_end|>\n"
      + "<|im_start|>user\n\(prompt)<|im_end|>\n<|im_start|>assistant\n"
    var tokens = [llama_token](repeating: 0, count: text.utf8.count + 8)
    let count = llama_tokenize(
      llama_model_get_vocab(model),
      text,
      Int32(text.utf8.count),
      &tokens,
      Int32(tokens.count),
      true,
      true
    )
    return Array(tokens.prefix(Int(max(0, count))))
  }

  /// Forgets everything.
  func clear() {
    llama_memory_clear(llama_get_memory(context), false)
  }

  /// Reads prompts, each into a sequence of its own, in full batches.
  ///
  /// - Returns: The first token of each answer.
  func read(_ prompts: [[llama_token]]) throws -> [llama_token] {
    var first = [llama_token](repeating: 0, count: prompts.count)
    var outputs: [(index: Int, sequence: Int)] = []
    let flush = {
      try self.decode()
      for output in outputs { first[output.sequence] = self.pick(output.index) }
      outputs = []
    }
    for (sequence, prompt) in prompts.enumerated() {
      for (position, token) in prompt.enumerated() {
        if Int(batch.n_tokens) == Self.batchSize { try flush() }
        let isLast = position == prompt.count - 1
        if isLast { outputs.append((Int(batch.n_tokens), sequence)) }
        add(token, position: position, sequence: sequence, wantsOutput: isLast)
      }
    }
    try flush()
    return first
  }

  /// Reads one token of each sequence.
  ///
  /// - Returns: The tokens that follow.
  func step(_ tokens: [llama_token], positions: [Int]) throws -> [llama_token] {
    for sequence in tokens.indices {
      add(tokens[sequence], position: positions[sequence], sequence: sequence, wantsOutput: true)
    }
    try decode()
    return tokens.indices.map(pick)
  }

  /// Reads prompts and answers each with so many tokens, without stopping earlier.
  ///
  /// - Returns: The seconds from the answers' first tokens to their last ones.
  @discardableResult
  func generate(_ prompts: [[llama_token]], count: Int) throws -> Double {
    clear()
    var tokens = try read(prompts)
    let start = ContinuousClock.now
    for turn in 0..<(count - 1) {
      for token in tokens { bytes(of: token) }
      tokens = try step(tokens, positions: prompts.map { $0.count + turn })
    }
    return start.duration(to: .now) / .seconds(1)
  }

  /// Answers a prompt with so many tokens, or with as many as come in a time.
  ///
  /// - Returns: The tokens a second, after the first one.
  func decodeSpeed(_ prompt: [llama_token], count: Int, limit: Duration) throws -> Double {
    clear()
    var tokens = try read([prompt])
    let start = ContinuousClock.now
    var made = 0
    while made < count - 1, start.duration(to: .now) < limit {
      for token in tokens { bytes(of: token) }
      tokens = try step(tokens, positions: [prompt.count + made])
      made += 1
    }
    return Double(made) / (start.duration(to: .now) / .seconds(1))
  }

  private func decode() throws {
    let code = llama_decode(context, batch)
    batch.n_tokens = 0
    guard code == 0 else { throw Failure(what: "llama_decode gave \(code)") }
  }

  private func pick(_ output: Int) -> llama_token {
    llama_sampler_sample(sampler, context, Int32(output))
  }

  private func bytes(of token: llama_token) {
    var buffer = [CChar](repeating: 0, count: 64)
    llama_token_to_piece(llama_model_get_vocab(model), token, &buffer, 64, 0, false)
  }

  private func add(_ token: llama_token, position: Int, sequence: Int, wantsOutput: Bool) {
    let index = Int(batch.n_tokens)
    batch.token[index] = token
    batch.pos[index] = Int32(position)
    batch.n_seq_id[index] = 1
    batch.seq_id[index]?[0] = Int32(sequence)
    batch.logits[index] = wantsOutput ? 1 : 0
    batch.n_tokens += 1
  }
}
