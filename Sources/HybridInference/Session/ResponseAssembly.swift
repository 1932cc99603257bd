/// Puts the pieces of an answer together, and the answers of a turn's rounds.
package struct ResponseAssembly {
  /// All that has come so far, as one response.
  package private(set) var response = GenerateContentResponse()
  /// What the rounds before the current one cost, and how they were routed.
  private var earlierUsage: UsageMetadata?
  private var earlierRoute: [RouteAttempt] = []
  /// The candidate that goes on from one round to the next, and the length of its text so far, in
  /// bytes.
  private var continued: (index: Int, textLength: Int)?

  /// Begins with nothing.
  package init() {}

  /// The model answers once more in the same turn: what follows comes after all that has come.
  ///
  /// Only the first candidate goes on.
  mutating func beginRound() {
    guard var answer = response.answer else { return }
    answer.finishReason = nil
    answer.finishMessage = nil
    continued = (answer.index, answer.content.text.utf8.count)
    response.candidates = [answer]
    response.lastRoundStart = answer.content.parts.count
    earlierUsage = response.usageMetadata
    earlierRoute = response.route
  }

  /// Adds a round in one piece.
  mutating func addRound(_ round: GenerateContentResponse) {
    guard response.answer != nil else {
      response = round
      return
    }
    beginRound()
    add(round)
  }

  /// An error of the next round with all that had come, of this round and of those before.
  func error(afterAll error: GenerationError) -> GenerationError {
    guard response.hasContent else { return error }
    var all = self
    if let partialResponse = error.partialResponse { all.addRound(partialResponse) }
    return error.with(partialResponse: all.response)
  }

  /// Adds a piece.
  package mutating func add(_ chunk: GenerateContentResponse) {
    response.promptFeedback = chunk.promptFeedback ?? response.promptFeedback
    if let usage = chunk.usageMetadata {
      response.usageMetadata = earlierUsage?.adding(usage) ?? usage
    }
    response.responseID = chunk.responseID ?? response.responseID
    response.createTime = chunk.createTime ?? response.createTime
    response.modelStatus = chunk.modelStatus ?? response.modelStatus
    response.modelVersion = chunk.modelVersion
    response.inferenceSource = chunk.inferenceSource
    response.route = earlierRoute.isEmpty ? chunk.route : earlierRoute + chunk.route
    for candidate in chunk.candidates {
      let place = place(of: candidate.index)
      if place == response.candidates.count || response.candidates[place].index != candidate.index {
        response.candidates.insert(Candidate(index: candidate.index), at: place)
      }
      if let continued, continued.index == candidate.index {
        let start = response.lastRoundStart
        let moved = candidate.moved(byParts: start, bytes: continued.textLength)
        Self.add(moved, to: &response.candidates[place], from: start)
      } else {
        Self.add(candidate, to: &response.candidates[place])
      }
    }
  }

  /// Makes room for the texts of pieces that will be added, so that a long text is copied once.
  mutating func makeRoom(for chunks: some Sequence<GenerateContentResponse>) {
    let size = chunks.reduce(0) { $0 + $1.text.utf8.count }
    for position in response.candidates.indices {
      Self.makeRoom(for: size, in: &response.candidates[position].content.parts)
    }
  }

  private static func makeRoom(for size: Int, in parts: inout [Part]) {
    guard let last = parts.indices.last, case .text(var whole) = parts[last].content else { return }
    parts[last].content = .text("")
    whole.reserveCapacity(whole.utf8.count + size)
    parts[last].content = .text(whole)
  }

  /// Where the candidate of an index is, or belongs: they are in the order of their indices.
  private func place(of index: Int) -> Int {
    var low = 0
    var high = response.candidates.count
    while low < high {
      let middle = (low + high) / 2
      if response.candidates[middle].index < index { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Adds a piece to a candidate, whose parts before `start` are of earlier rounds.
  private static func add(
    _ piece: Candidate,
    to candidate: inout Candidate,
    from start: Int = 0
  ) {
    candidate.content.role = piece.content.role
    var isFirst = true
    for part in piece.content.parts {
      let goesOn = isFirst && candidate.content.parts.count > start
      add(part, to: &candidate.content.parts, continuing: goesOn)
      isFirst = false
    }
    candidate.finishReason = piece.finishReason ?? candidate.finishReason
    candidate.finishMessage = piece.finishMessage ?? candidate.finishMessage
    candidate.tokenCount = piece.tokenCount ?? candidate.tokenCount
    candidate.averageLogProbability =
      piece.averageLogProbability ?? candidate.averageLogProbability
    candidate.logProbabilities =
      candidate.logProbabilities?.joined(with: piece.logProbabilities) ?? piece.logProbabilities
    if !piece.safetyRatings.isEmpty {
      candidate.safetyRatings = piece.safetyRatings
    }
    candidate.groundingMetadata =
      candidate.groundingMetadata?.joined(with: piece.groundingMetadata)
      ?? piece.groundingMetadata
    if let metadata = piece.urlContextMetadata?.urlMetadata {
      let known = candidate.urlContextMetadata?.urlMetadata ?? []
      candidate.urlContextMetadata = .init(urlMetadata: known.joined(with: metadata))
    }
    if let citations = piece.citationMetadata?.citations {
      let known = candidate.citationMetadata?.citations ?? []
      candidate.citationMetadata = .init(citations: known.joined(with: citations))
    }
  }

  /// Adds a part.
  ///
  /// The first text of a piece goes on in the last part, when that is text of the same kind; a
  /// further one in the same piece is a part of its own, as it is in an answer in one piece. A part
  /// with a signature stays a part of its own, since the signature belongs to just that part.
  private static func add(_ part: Part, to parts: inout [Part], continuing: Bool) {
    if part.isEmptyText, part.thoughtSignature == nil { return }
    guard continuing, case .text(let text) = part.content, part.thoughtSignature == nil,
      let last = parts.indices.last, parts[last].thoughtSignature == nil,
      parts[last].isThought == part.isThought, case .text(var whole) = parts[last].content
    else {
      parts.append(part)
      return
    }
    // Emptied first, so that the text is held once and appending does not copy all of it.
    parts[last].content = .text("")
    whole += text
    parts[last].content = .text(whole)
  }
}
