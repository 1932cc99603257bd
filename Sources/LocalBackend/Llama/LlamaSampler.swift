import CLlama

/// A chain that picks tokens, with its own random numbers.
struct LlamaSampler: ~Copyable {
  private let chain: UnsafeMutablePointer<llama_sampler>
  private let candidates: TokenCandidates

  /// Makes the chain of a plan, step by step in its order, for a vocabulary of so many tokens.
  init(_ plan: SamplingPlan, vocabularySize: Int) {
    candidates = TokenCandidates(capacity: vocabularySize)
    chain = ExitGate.pass {
      var parameters = llama_sampler_chain_default_params()
      parameters.no_perf = true
      let chain: UnsafeMutablePointer<llama_sampler> = llama_sampler_chain_init(parameters)
      for step in plan.steps {
        llama_sampler_chain_add(chain, Self.sampler(for: step, vocabularySize: vocabularySize))
      }
      return chain
    }
  }

  deinit {
    ExitGate.pass { llama_sampler_free(chain) }
  }

  private static func sampler(
    for step: SamplingPlan.Step,
    vocabularySize: Int
  ) -> UnsafeMutablePointer<llama_sampler>? {
    switch step {
    case .penalty(let factor):
      llama_sampler_init_penalties(Int32(clamping: vocabularySize), 64, factor, 0, 0)
    case .mostProbable: llama_sampler_init_greedy()
    case .top(let count): llama_sampler_init_top_k(Int32(clamping: count))
    case .threshold(let probability): llama_sampler_init_top_p(probability, 1)
    case .minimum(let probability): llama_sampler_init_min_p(probability, 1)
    case .temperature(let temperature): llama_sampler_init_temp(temperature)
    case .random(let seed): llama_sampler_init_dist(seed)
    }
  }

  /// Picks a token from an output of the context's last step, and counts it as picked.
  ///
  /// - Parameters:
  ///   - context: The context.
  ///   - output: The place of the output's token in the step.
  ///   - filter: What the token has to pass; `nil`: any token may come.
  /// - Returns: The token; `nil` when none passes.
  func sample(from context: OpaquePointer, output: Int, filter: TokenFilter?) -> TokenID? {
    ExitGate.pass {
      guard let filter else {
        // llama.cpp accepts the token in the same call.
        return llama_sampler_sample(chain, context, Int32(output))
      }
      guard let logits = llama_get_logits_ith(context, Int32(output)) else { return nil }
      let token = filter.choose { mask in
        candidates.pick(by: chain, logits: logits, from: mask)
      }
      if let token { llama_sampler_accept(chain, token) }
      return token
    }
  }

  /// Counts tokens as picked that were not.
  func accept(_ tokens: [TokenID]) {
    ExitGate.pass {
      for token in tokens { llama_sampler_accept(chain, token) }
    }
  }
}
