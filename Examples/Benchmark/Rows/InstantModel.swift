import HybridInference

/// A model that answers at once, or after a pause.
struct InstantModel: LanguageModel {
  /// What it always says.
  static let text = "The sky is blue."

  let modelName: String
  let inferenceSource: InferenceSource
  private let pause: Duration

  /// Creates a model.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - source: Where it is said to run.
  ///   - pause: How long it takes for its first content.
  init(_ name: String, _ source: InferenceSource, pause: Duration = .zero) {
    modelName = name
    inferenceSource = source
    self.pause = pause
  }

  func generateContent(_ request: ModelRequest) async throws -> GenerateContentResponse {
    if pause > .zero { try await Task.sleep(for: pause, tolerance: .zero) }
    return answer
  }

  func streamContent(
    _ request: ModelRequest
  ) -> AsyncThrowingStream<GenerateContentResponse, any Error> {
    let (stream, continuation) = AsyncThrowingStream<GenerateContentResponse, any Error>
      .makeStream()
    guard pause > .zero else {
      continuation.yield(answer)
      continuation.finish()
      return stream
    }
    let task = Task {
      try? await Task.sleep(for: pause, tolerance: .zero)
      continuation.yield(answer)
      continuation.finish()
    }
    continuation.onTermination = { _ in task.cancel() }
    return stream
  }

  func countTokens(_ request: ModelRequest) async throws -> CountTokensResponse {
    CountTokensResponse(totalTokens: request.transcript.count)
  }

  private var answer: GenerateContentResponse {
    GenerateContentResponse(
      candidates: [
        Candidate(content: .init(role: .model, parts: [.text(Self.text)]), finishReason: .stop)
      ]
    )
  }
}
