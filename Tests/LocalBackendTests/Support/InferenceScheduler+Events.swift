import HybridInference

@testable import LocalBackend

/// What happens to a request that runs.
enum GenerationEvent: Sendable {
  /// More of the answer, in whole characters.
  case text(String)
  /// The answer is complete.
  case finished(GenerationResult)
}

extension InferenceScheduler {
  /// Runs a request, for a test to follow; it is handed in before this returns.
  ///
  /// Dropping the stream, or cancelling its reader, cancels the request.
  func generate(
    prompt: [TokenID],
    sampling: SamplingPlan,
    limit: Int,
    grammar: Grammar? = nil
  ) -> AsyncThrowingStream<GenerationEvent, any Error> {
    let (stream, continuation) = AsyncThrowingStream<GenerationEvent, any Error>.makeStream()
    let task = Task.immediate {
      do {
        let result = try await run(
          prompt: prompt,
          sampling: sampling,
          limit: limit,
          grammar: grammar
        ) { continuation.yield(.text($0)) }
        continuation.yield(.finished(result))
        continuation.finish()
      } catch {
        continuation.finish(throwing: error)
      }
    }
    continuation.onTermination = { _ in task.cancel() }
    return stream
  }
}
