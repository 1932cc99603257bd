package import HybridInference

extension GenerativeModelSession {
  /// Answers a prompt whole or streamed: what holds for the one has to hold for the other.
  package func answer(
    _ prompt: any PromptRepresentable,
    streams: Bool,
    options: any GenerationOptionsRepresentable = .default
  ) async throws -> Response<String> {
    if streams { return try await streamResponse(to: prompt, options: options).collect() }
    return try await respond(to: prompt, options: options)
  }
}
