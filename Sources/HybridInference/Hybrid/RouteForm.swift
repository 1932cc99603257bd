/// What models give along a route.
protocol RouteOutput: Sendable {
  /// Whether there is anything in it that a caller would notice.
  var hasContent: Bool { get }
  /// The tokens that it cost, where it tells.
  var usageMetadata: UsageMetadata? { get }
  /// Writes on it which model gave it.
  mutating func stamp(with stamp: inout ResponseStamp, after duration: Duration)
  /// Joins it to what another model had given of the same answer.
  mutating func join(at seam: inout AnswerSeam)
}

/// What models are asked for along a route: a whole answer, a streamed one, or a count.
struct RouteForm<Output: RouteOutput>: Sendable {
  /// Asks a model, and gives what comes.
  var ask: @Sendable (any LanguageModel, ModelRequest, (Output) throws -> Void) async throws -> Void
  /// The failure that an output without content amounts to, when no content has come before.
  var failure: @Sendable (Output) -> GenerationError? = { _ in nil }
  /// Takes note of what an output ends; by default, it is all there is.
  var noteEnd: @Sendable (Output, inout AnswerEnd) -> Void = { $1.add(0, hasEnded: true) }
  /// Whether a model's time is worth a deadline, and a second model.
  var isAnswer = true
}

extension RouteForm<GenerateContentResponse> {
  /// An answer in one piece.
  static let whole = RouteForm(
    ask: { model, request, receive in try receive(try await model.generateContent(request)) },
    failure: \.unaryFailure
  )

  /// An answer piece by piece.
  static let streamed = RouteForm(
    ask: { model, request, receive in
      try await model.stream(request, giving: receive)
    },
    failure: { $0.hasContent ? nil : $0.failure },
    noteEnd: { $1.add($0) }
  )
}

extension LanguageModel {
  /// Answers a request piece by piece, in the current task where that is possible.
  func stream(
    _ request: ModelRequest,
    giving give: (GenerateContentResponse) throws -> Void
  ) async throws {
    if let hybrid = self as? HybridModel {
      return try await hybrid.run(request, as: .streamed, giving: give)
    }
    for try await chunk in streamContent(request) { try give(chunk) }
  }
}

extension RouteForm<CountTokensResponse> {
  /// A count of tokens.
  static let count = RouteForm(
    ask: { model, request, receive in try receive(try await model.countTokens(request)) },
    isAnswer: false
  )
}

extension GenerateContentResponse: RouteOutput {
  mutating func stamp(with stamp: inout ResponseStamp, after duration: Duration) {
    self = stamp.stamp(self, after: duration)
  }

  mutating func join(at seam: inout AnswerSeam) {
    seam.pass(&self)
  }
}

extension CountTokensResponse: RouteOutput {
  var hasContent: Bool { true }
  var usageMetadata: UsageMetadata? { nil }
  mutating func stamp(with stamp: inout ResponseStamp, after duration: Duration) {}
  mutating func join(at seam: inout AnswerSeam) {}
}
