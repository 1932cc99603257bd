import CLlama

/// A chain that picks tokens, with its own random numbers.
struct LlamaSampler: ~Copyable {
  private let chain: UnsafeMutablePointer<llama_sampler>

  /// Makes the chain of a plan, step by step in its order, for a vocabulary of so many tokens.
  init(_ plan: SamplingPlan, vocabularySize: Int) {
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

  /// Picks a token from an output of the context's last step.
  ///
  /// The token counts as accepted: llama.cpp does that in the same call.
  func sample(from context: OpaquePointer, output: Int) -> TokenID {
    ExitGate.pass { llama_sampler_sample(chain, context, Int32(output)) }
  }
}
