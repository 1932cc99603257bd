/// Decides which tokens of which requests are read in each step.
///
/// Requests that are generating come first, one token each, so that a long prompt beside them slows
/// them by a bounded amount. The room that is left goes to prompts, in equal shares: a short prompt
/// does not wait for a long one. It does nothing itself, and says the same each time it is asked.
struct BatchPlanner {
  /// The most tokens of one step.
  let batchSize: Int
  /// The most tokens of prompts in a step in which another request is generating.
  let promptShare: Int

  private struct Request {
    var sequence: Int
    var tokens: [TokenID]
    var position: Int
    var pending: Int { tokens.count - position }
  }

  private var requests: [Int: Request] = [:]

  /// Creates a planner without requests.
  init(batchSize: Int, promptShare: Int) {
    self.batchSize = max(1, batchSize)
    self.promptShare = max(1, promptShare)
  }

  /// Whether no request has anything to read.
  var isIdle: Bool { requests.values.allSatisfy { $0.pending == 0 } }

  /// How many requests there are.
  var count: Int { requests.count }

  /// Adds a request.
  ///
  /// - Parameters:
  ///   - id: The request.
  ///   - sequence: The sequence that it is read into; no other request may have it.
  ///   - tokens: The prompt.
  ///   - position: How many of the tokens the sequence holds already; fewer than all.
  mutating func add(_ id: Int, sequence: Int, tokens: [TokenID], from position: Int) {
    requests[id] = Request(sequence: sequence, tokens: tokens, position: position)
  }

  /// Adds the tokens that go on a request's answer, to be read next.
  ///
  /// Of several only the last one asks what follows.
  mutating func append(_ tokens: [TokenID], to id: Int) {
    requests[id]?.tokens.append(contentsOf: tokens)
  }

  /// Takes a request out.
  ///
  /// Returns the tokens that its sequence holds.
  mutating func remove(_ id: Int) -> ArraySlice<TokenID> {
    guard let request = requests.removeValue(forKey: id) else { return [] }
    return request.tokens[..<request.position]
  }

  /// A sequence lost its tokens from a position on: they are read again.
  mutating func rewind(_ id: Int, to position: Int) {
    requests[id]?.position = position
  }

  /// How many tokens of a request have been read.
  func position(of id: Int) -> Int { requests[id]?.position ?? 0 }

  /// The next step; `nil` when nothing is to be read.
  func nextStep() -> BatchStep? {
    let waiting = requests.sorted { $0.key < $1.key }.filter { $0.value.pending > 0 }
    guard !waiting.isEmpty else { return nil }
    let generating = waiting.filter { $0.value.pending == 1 }.prefix(batchSize)
    let reading = waiting.filter { $0.value.pending > 1 }
      .sorted { ($0.value.pending, $0.key) < ($1.value.pending, $1.key) }
    var spans = generating.map { Self.span(of: $0.value, id: $0.key, count: 1) }
    var room = batchSize - generating.count
    if !generating.isEmpty { room = min(room, promptShare) }
    for (index, (id, request)) in reading.enumerated() where room > 0 {
      let share = max(1, room / (reading.count - index))
      let count = min(share, request.pending)
      spans.append(Self.span(of: request, id: id, count: count))
      room -= count
    }
    return BatchStep(spans: spans.sorted { $0.sequence < $1.sequence })
  }

  /// A step was completed: its tokens have been read.
  mutating func commit(_ step: BatchStep) {
    for span in step.spans {
      requests[span.request]?.position = span.tokens.endIndex
    }
  }

  private static func span(of request: Request, id: Int, count: Int) -> BatchStep.Span {
    let range = request.position..<(request.position + count)
    return BatchStep.Span(
      request: id,
      sequence: request.sequence,
      tokens: request.tokens[range],
      wantsOutput: range.upperBound == request.tokens.count
    )
  }
}
