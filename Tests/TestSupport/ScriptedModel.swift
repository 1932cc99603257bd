package import HybridInference
import Synchronization

/// A model that answers as a script says, and keeps the requests that it got.
package final class ScriptedModel: LanguageModel {
  /// What to do with one request.
  package enum Answer: Sendable {
    /// Answer with these pieces of text, and stop.
    case text([String])
    /// Answer with exactly these chunks.
    case chunks([GenerateContentResponse])
    /// Answer with these parts, whole or one by one, and stop.
    case parts([Part], usage: UsageMetadata? = nil)
    /// Give these pieces of text, then throw.
    case failure(any Error, after: [String] = [])
    /// Give these pieces of text, then wait until cancelled.
    case hang(after: [String] = [])
  }

  private struct State {
    var answers: [Answer]
    var availability: Availability
    var requests: [ModelRequest] = []
    var cancellations = 0
  }

  package let modelName: String
  package let inferenceSource: InferenceSource
  private let unsupported: String?
  private let state: Mutex<State>

  /// A model with one answer for each request, in order; the last one is for all that follow.
  package init(
    _ modelName: String,
    source: InferenceSource = .inCloud,
    availability: Availability = .available,
    unsupported: String? = nil,
    answers: [Answer] = [.text(["Hello", " there"])]
  ) {
    self.modelName = modelName
    self.inferenceSource = source
    self.unsupported = unsupported
    self.state = Mutex(State(answers: answers, availability: availability))
  }

  package var availability: Availability {
    get { state.withLock(\.availability) }
    set { state.withLock { $0.availability = newValue } }
  }

  /// The requests so far, in order.
  package var requests: [ModelRequest] { state.withLock(\.requests) }

  /// How many answers were cancelled before they ended.
  package var cancellations: Int { state.withLock(\.cancellations) }

  package func unsupportedReason(for request: ModelRequest) -> String? { unsupported }

  package func generateContent(_ request: ModelRequest) async throws -> GenerateContentResponse {
    switch nextAnswer(to: request) {
    case .text(let pieces):
      return Self.chunk(pieces.joined(), finishReason: .stop)
    case .chunks(let chunks):
      return chunks.last ?? GenerateContentResponse()
    case .parts(let parts, let usage):
      return Self.response(parts, finishReason: .stop, usage: usage)
    case .failure(let error, _):
      throw error
    case .hang:
      try await waitForCancellation()
      throw CancellationError()
    }
  }

  package func streamContent(
    _ request: ModelRequest
  ) -> AsyncThrowingStream<GenerateContentResponse, any Error> {
    let answer = nextAnswer(to: request)
    return .working { continuation in
      try await self.play(answer) { continuation.yield($0) }
    }
  }

  package func countTokens(_ request: ModelRequest) async throws -> CountTokensResponse {
    CountTokensResponse(totalTokens: request.transcript.map(\.text.count).reduce(0, +))
  }

  /// A piece of an answer.
  package static func chunk(
    _ text: String,
    finishReason: FinishReason? = nil
  ) -> GenerateContentResponse {
    response([.text(text)], finishReason: finishReason)
  }

  /// An answer of these parts, or a piece of one.
  package static func response(
    _ parts: [Part],
    finishReason: FinishReason? = nil,
    usage: UsageMetadata? = nil
  ) -> GenerateContentResponse {
    let content = ModelContent(role: .model, parts: parts)
    return GenerateContentResponse(
      candidates: [Candidate(content: content, finishReason: finishReason)],
      usageMetadata: usage
    )
  }

  private func nextAnswer(to request: ModelRequest) -> Answer {
    state.withLock { state in
      state.requests.append(request)
      return state.answers.count > 1 ? state.answers.removeFirst() : state.answers[0]
    }
  }

  private func play(
    _ answer: Answer,
    yield: (GenerateContentResponse) -> Void
  ) async throws {
    switch answer {
    case .text(let pieces):
      for piece in pieces { yield(Self.chunk(piece)) }
      yield(Self.chunk("", finishReason: .stop))
    case .chunks(let chunks):
      for chunk in chunks { yield(chunk) }
    case .parts(let parts, let usage):
      for part in parts { yield(Self.response([part])) }
      yield(Self.response([], finishReason: .stop, usage: usage))
    case .failure(let error, let pieces):
      for piece in pieces { yield(Self.chunk(piece)) }
      throw error
    case .hang(let pieces):
      for piece in pieces { yield(Self.chunk(piece)) }
      try await waitForCancellation()
    }
  }

  private func waitForCancellation() async throws {
    do {
      try await Task.sleep(for: .seconds(3600))
    } catch {
      state.withLock { $0.cancellations += 1 }
      throw error
    }
  }
}
