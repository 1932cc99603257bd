// swift-format-ignore-file
// Every Swift snippet of the article WritingABackend, as it stands there. `ArticleTests` compares.

import CloudBackend
import HybridInference

enum WritingABackendSnippets {
  /// A model behind a function that streams text.
  struct TextModel: LanguageModel {
    typealias TextStream = AsyncThrowingStream<String, any Error>

    struct Message: Sendable, Hashable {
      var role: String
      var text: String
    }

    let modelName: String
    let inferenceSource: InferenceSource
    let generate: @Sendable ([Message]) -> TextStream

    func unsupportedReason(for request: ModelRequest) -> String? {
      if request.schema != nil { return "answers that fit a schema" }
      if !request.tools.isEmpty { return "tools" }
      let parts = request.transcript.flatMap(\.content.parts)
      return parts.allSatisfy { $0.text != nil } ? nil : "anything but text"
    }

    func streamContent(
      _ request: ModelRequest
    ) -> AsyncThrowingStream<GenerateContentResponse, any Error> {
      AsyncThrowingStream { continuation in
        let task = Task {
          do {
            for try await text in generate(messages(of: request)) {
              continuation.yield(response(text))
            }
            try Task.checkCancellation()
            continuation.yield(response("", finishReason: .stop))
            continuation.finish()
          } catch {
            continuation.finish(throwing: error)
          }
        }
        continuation.onTermination = { _ in task.cancel() }
      }
    }

    func generateContent(
      _ request: ModelRequest
    ) async throws -> GenerateContentResponse {
      var text = ""
      for try await piece in streamContent(request) { text += piece.text }
      try Task.checkCancellation()
      return response(text, finishReason: .stop)
    }

    func countTokens(_ request: ModelRequest) async throws -> CountTokensResponse {
      let bytes = messages(of: request).reduce(0) { $0 + $1.text.utf8.count }
      return CountTokensResponse(totalTokens: (bytes + 3) / 4)  // a guess
    }

    private func messages(of request: ModelRequest) -> [Message] {
      let turns = request.transcript.map { entry in
        let role = entry.content.role == .user ? "user" : "assistant"
        return Message(role: role, text: entry.text)
      }
      let instructions = request.transcript.instructions
      return (instructions.map { [Message(role: "system", text: $0)] } ?? []) + turns
    }

    private func response(
      _ text: String, finishReason: FinishReason? = nil
    ) -> GenerateContentResponse {
      let parts: [Part] = text.isEmpty ? [] : [.text(text)]
      let content = ModelContent(role: .model, parts: parts)
      return GenerateContentResponse(
        candidates: [Candidate(content: content, finishReason: finishReason)],
        modelVersion: modelName)
    }
  }

  static func session(
    engine: @escaping @Sendable ([TextModel.Message]) -> AsyncThrowingStream<String, any Error>,
    cloud: any LanguageModel
  ) -> GenerativeModelSession {
    let model = TextModel(
      modelName: "mine", inferenceSource: .onDevice, generate: engine)
    let session = GenerativeModelSession(
      model: .hybridModel(primary: model, secondary: cloud))
    return session
  }

  static func errors() -> [GenerationError] {
    [
      .offline(reason: "no network"), .connectionLost(partialResponse: nil),
      .timedOut(partialResponse: nil), .rateLimited(retryAfter: nil),
      .backend(BackendError(code: 500, status: "INTERNAL", message: "")),
      .assetsUnavailable(reason: .modelNotReady),
      .exceededContextWindowSize(tokenCount: 2, contextSize: 1),
    ]
  }
}
