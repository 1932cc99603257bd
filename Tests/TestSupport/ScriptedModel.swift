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
    /// Wait for a gate before each of these pieces of text, then stop.
    case gated(Gate, [String])
    /// Wait for a gate, then throw.
    case gatedFailure(Gate, any Error = GenerationError.backend(.init(code: 500)))
    /// Wait for a gate, then answer with these parts, and stop.
    case gatedParts(Gate, [Part])
    /// Give these pieces of text, and end without a finish reason.
    case cut(after: [String])
  }

  private struct State {
    var answers: [Answer]
    var availability: Availability
    var requests: [ModelRequest] = []
    var seen: [ModelRequest] = []
    var cancellations = 0
  }

  package let modelName: String
  package let inferenceSource: InferenceSource
  package let continuesAnswers: Bool
  private let unsupported: @Sendable (ModelRequest) -> String?
  private let state: Mutex<State>

  /// A model with one answer for each request, in order; the last one is for all that follow.
  package convenience init(
    _ modelName: String,
    source: InferenceSource = .inCloud,
    availability: Availability = .available,
    unsupported: String? = nil,
    continuesAnswers: Bool = true,
    answers: [Answer] = [.text(["Hello", " there"])]
  ) {
    self.init(
      modelName,
      source: source,
      availability: availability,
      continuesAnswers: continuesAnswers,
      answers: answers
    ) { _ in unsupported }
  }

  /// A model that looks at each request for what it does not support.
  package init(
    _ modelName: String,
    source: InferenceSource = .inCloud,
    availability: Availability = .available,
    continuesAnswers: Bool = true,
    answers: [Answer] = [.text(["Hello", " there"])],
    unsupported: @escaping @Sendable (ModelRequest) -> String?
  ) {
    self.modelName = modelName
    self.inferenceSource = source
    self.continuesAnswers = continuesAnswers
    self.unsupported = unsupported
    self.state = Mutex(State(answers: answers, availability: availability))
  }

  package var availability: Availability {
    get { state.withLock(\.availability) }
    set { state.withLock { $0.availability = newValue } }
  }

  /// The requests so far, in order.
  package var requests: [ModelRequest] { state.withLock(\.requests) }

  /// All requests that it was shown: to answer, to count, to get ready for; in order.
  package var seen: [ModelRequest] { state.withLock(\.seen) }

  /// How many answers were cancelled before they ended.
  package var cancellations: Int { state.withLock(\.cancellations) }

  package func unsupportedReason(for request: ModelRequest) -> String? { unsupported(request) }

  package func prewarm(_ request: ModelRequest) {
    state.withLock { $0.seen.append(request) }
  }

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
    case .gated(let gate, let pieces):
      for _ in pieces { try await pass(gate) }
      return Self.chunk(pieces.joined(), finishReason: .stop)
    case .gatedFailure(let gate, let error):
      try await pass(gate)
      throw error
    case .gatedParts(let gate, let parts):
      try await pass(gate)
      return Self.response(parts, finishReason: .stop)
    case .cut:
      throw GenerationError.connectionLost
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
    state.withLock { $0.seen.append(request) }
    return CountTokensResponse(totalTokens: request.transcript.map(\.text.count).reduce(0, +))
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
      state.seen.append(request)
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
    case .gated(let gate, let pieces):
      for piece in pieces {
        try await pass(gate)
        yield(Self.chunk(piece))
      }
      yield(Self.chunk("", finishReason: .stop))
    case .gatedFailure(let gate, let error):
      try await pass(gate)
      throw error
    case .gatedParts(let gate, let parts):
      try await pass(gate)
      yield(Self.response(parts, finishReason: .stop))
    case .cut(let pieces):
      for piece in pieces { yield(Self.chunk(piece)) }
    }
  }

  private func pass(_ gate: Gate) async throws {
    do {
      try await gate.pass()
    } catch {
      state.withLock { $0.cancellations += 1 }
      throw error
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
