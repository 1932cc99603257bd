extension SystemLanguageModel {
  /// How the on-device model runs.
  public struct Configuration: Sendable, Hashable {
    /// The most tokens of a conversation and its answer.
    ///
    /// A model that was trained for fewer gets those.
    public var contextSize: Int
    /// How many threads compute; `nil`: one for each physical core.
    public var threads: Int?
    /// How many layers of the model a GPU takes; `nil`: all, where llama.cpp has a GPU backend.
    public var gpuLayers: Int?
    /// How many requests run at the same time; more wait for their turn.
    ///
    /// Each has a context of its own, whose memory is taken when the first request comes.
    public var maximumConcurrentRequests: Int
    /// What happens to a conversation that does not fit into the context any more.
    public var contextOverflow: ContextOverflow

    /// What happens to a conversation that does not fit into the context.
    public enum ContextOverflow: Sendable, Hashable {
      /// The request fails with `exceededContextWindowSize`; a hybrid sends it to the cloud.
      case fail
      /// The model does not see the oldest turns; the transcript keeps them.
      ///
      /// A turn is dropped whole, with its calls of tools and their results. The instructions and the
      /// newest turn stay. More is dropped at a time than must be, so that not every turn has to read
      /// the rest again.
      case dropOldestTurns
    }

    /// Creates a configuration.
    public init(
      contextSize: Int = 4096,
      threads: Int? = nil,
      gpuLayers: Int? = nil,
      maximumConcurrentRequests: Int = 4,
      contextOverflow: ContextOverflow = .fail
    ) {
      self.contextSize = contextSize
      self.threads = threads
      self.gpuLayers = gpuLayers
      self.maximumConcurrentRequests = maximumConcurrentRequests
      self.contextOverflow = contextOverflow
    }
  }
}

extension SystemLanguageModel.Configuration {
  /// The sizes of the context, within what llama.cpp takes.
  func plan(on machine: Machine) -> ContextPlan {
    let contextSize = min(max(contextSize, 16), 1 << 24)
    let sequences = min(max(maximumConcurrentRequests, 1), 64)
    return ContextPlan(
      contextSize: contextSize,
      sequences: sequences,
      // Room for a token of each: none has to wait for another.
      batchSize: max(min(contextSize, 512), sequences),
      threads: min(max(threads ?? machine.threads, 1), 512)
    )
  }
}
