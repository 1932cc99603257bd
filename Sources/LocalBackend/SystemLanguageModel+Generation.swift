public import HybridInference
import Synchronization

extension SystemLanguageModel {
  /// A request that is ready to run.
  private struct Prepared {
    var runtime: ModelRuntime
    var model: LoadedModel
    var prompt: PromptTokens
    /// What has come of the answer.
    var beginning: String
    /// What of it the grammar goes on from.
    var constrained: String
    /// What the answer is held to; `nil` for free text.
    var grammar: Grammar?
  }

  /// Answers the request in one piece.
  ///
  /// - Parameter request: The request; see ``unsupportedReason(for:)`` for what it may hold.
  /// - Returns: The answer, with the tokens that it cost.
  /// - Throws: `GenerationError`, or `CancellationError` within one token of a cancellation.
  public func generateContent(_ request: ModelRequest) async throws -> GenerateContentResponse {
    var assembly = ResponseAssembly()
    for try await chunk in streamContent(request) { assembly.add(chunk) }
    try Task.checkCancellation()
    guard !assembly.response.candidates.isEmpty else {
      throw GenerationError.internalError(reason: "the answer has no end")
    }
    return assembly.response
  }

  /// Answers the request, a few characters at a time.
  ///
  /// The last element carries the finish reason and the tokens that the answer cost. Dropping the
  /// stream, or cancelling its reader, ends the work within one token.
  ///
  /// - Parameter request: The request; see ``unsupportedReason(for:)`` for what it may hold.
  /// - Returns: The pieces of the answer.
  public func streamContent(
    _ request: ModelRequest
  ) -> AsyncThrowingStream<GenerateContentResponse, any Error> {
    .working { continuation in
      do {
        try await answer(request) { continuation.yield(response(of: $0, $1)) }
      } catch {
        throw callerError(from: error)
      }
    }
  }

  /// Counts the tokens of the whole request, as the model reads it.
  ///
  /// The model is loaded for that. The count is the `promptTokenCount` that an answer would tell.
  public func countTokens(_ request: ModelRequest) async throws -> CountTokensResponse {
    do {
      let count = try await prepare(request).prompt.all.count
      return CountTokensResponse(
        totalTokens: count,
        promptTokensDetails: [ModalityTokenCount(modality: .text, tokenCount: count)]
      )
    } catch {
      throw callerError(from: error)
    }
  }

  /// Loads the model and reads what the request begins with, so that its answer begins sooner.
  ///
  /// Returns at once. What goes wrong shows when the model is asked.
  public func prewarm(_ request: ModelRequest) {
    Task(priority: .utility) {
      guard let prepared = try? await prepare(request), !request.transcript.isReadyToAnswer,
        let sampling = try? SamplingPlan(nil)
      else { return }
      let room = prepared.runtime.contextSize(of: prepared.model)
      try? await prepared.runtime.read(
        prompt: Array(prepared.prompt.all.prefix(room - 1)),
        sampling: sampling
      )
    }
  }

  /// Makes the answer, and remembers the tokens that it was made of.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - receive: Takes what comes of the answer, and its figures at the end.
  /// - Throws: Why there is no answer.
  private func answer(
    _ request: ModelRequest,
    receive: @escaping @Sendable ([Part], GenerationResult?) -> Void
  ) async throws {
    var sampling = try SamplingPlan(request.options.foundationModels)
    let prepared = try await prepare(request)
    // A constrained answer ends by itself; a mark in one of its texts must not cut it.
    if !(prepared.grammar?.startsAtOnce ?? false) {
      sampling.stopSequences += prepared.model.endingMarks
    }
    // The texts come on the engine's thread, all of them before the result.
    let reading = Mutex(
      (
        text: prepared.beginning,
        calls: request.callableFunctions.isEmpty ? nil : ToolCallReader()
      )
    )
    let result = try await prepared.runtime.run(
      prompt: prepared.prompt.all,
      sampling: sampling,
      grammar: prepared.grammar,
      beginning: prepared.constrained,
      model: prepared.model
    ) { piece in
      let parts = reading.withLock { reading in
        reading.text += piece
        return reading.calls?.append(piece) ?? [.text(piece)]
      }
      if !parts.isEmpty { receive(parts, nil) }
    }
    try Task.checkCancellation()
    let (text, rest) = reading.withLock { ($0.text, $0.calls?.finish() ?? []) }
    if !result.isCut {
      prepared.runtime.remember(prepared.prompt.beginning + result.answer, as: text)
    }
    receive(rest, result)
  }

  private func prepare(_ request: ModelRequest) async throws -> Prepared {
    if let reason = unsupportedContent(of: request) {
      throw GenerationError.unsupportedPromptContent(reason: reason)
    }
    let grammar = try grammar(for: request)
    let beginning = ShownConversation(request).beginning
    let constrained = try constrained(beginning, by: grammar)
    let (runtime, model) = try await loaded()
    try Task.checkCancellation()
    return Prepared(
      runtime: runtime,
      model: model,
      prompt: try tokens(of: request, runtime: runtime, model: model),
      beginning: beginning,
      constrained: constrained,
      grammar: grammar
    )
  }

  /// The model, once it is loaded, and what it runs in.
  func loaded() async throws -> (runtime: ModelRuntime, model: LoadedModel) {
    while true {
      try Task.checkCancellation()
      let runtime = try runtime()
      do {
        return (runtime, try await runtime.model())
      } catch LlamaError.loadStopped {
        // All who had waited before were cancelled, an instant ago: it begins anew.
        continue
      } catch {
        if !(error is CancellationError) { slot.clear() }
        throw error
      }
    }
  }

  /// The tokens of a request as the model will read it.
  ///
  /// Throws `exceededContextWindowSize` for one that is far too long to be split, or `LlamaError`.
  func tokens(
    of request: ModelRequest,
    runtime: ModelRuntime,
    model: LoadedModel
  ) throws -> PromptTokens {
    let conversation = conversation(of: request, defaultInstructions: model.defaultInstructions)
    let size = runtime.contextSize(of: model)
    if let least = tooManyTokens(of: conversation, contextSize: size) {
      throw GenerationError.exceededContextWindowSize(tokenCount: least, contextSize: size)
    }
    let beginning = try runtime.tokens(ofBeginningIn: conversation, model: model)
    let tokens =
      switch configuration.contextOverflow {
      case .fail: try runtime.tokens(of: conversation.transcript, model: model)
      case .dropOldestTurns:
        try runtime.tokens(
          of: conversation.transcript,
          leavingRoomFor: request.options.foundationModels?.maximumResponseTokens,
          and: beginning.count,
          model: model
        )
      }
    return PromptTokens(conversation: tokens, beginning: beginning)
  }

  /// What the model runs in, if it can be used now; the model may still be loading.
  func runtime() throws(Unavailability) -> ModelRuntime {
    let file = try lookUp()
    let key = ModelRuntime.Key(
      identity: file.identity,
      plan: configuration.plan(on: machine),
      gpuLayers: configuration.gpuLayers
    )
    return slot.runtime(for: key, file: file)
  }

  private func response(of parts: [Part], _ result: GenerationResult?) -> GenerateContentResponse {
    let usage = result.map { result in
      UsageMetadata(
        promptTokenCount: result.promptTokenCount,
        cachedContentTokenCount: result.reusedTokenCount,
        candidatesTokenCount: result.answer.count,
        totalTokenCount: result.promptTokenCount + result.answer.count
      )
    }
    return GenerateContentResponse(
      candidates: [
        Candidate(
          content: ModelContent(role: .model, parts: parts),
          finishReason: result?.finishReason
        )
      ],
      usageMetadata: usage,
      modelVersion: modelName,
      inferenceSource: .onDevice
    )
  }
}

extension Transcript {
  /// Whether it ends with a turn to answer, so that a request will follow at once.
  fileprivate var isReadyToAnswer: Bool { last.map { $0.content.role == .user } ?? false }
}
