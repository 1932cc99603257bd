/// Puts the pieces of a streamed answer together.
struct ResponseAssembly {
  /// All that has come so far, as one response.
  private(set) var response = GenerateContentResponse()

  /// Adds a piece.
  mutating func add(_ chunk: GenerateContentResponse) {
    response.promptFeedback = chunk.promptFeedback ?? response.promptFeedback
    response.usageMetadata = chunk.usageMetadata ?? response.usageMetadata
    response.responseID = chunk.responseID ?? response.responseID
    response.createTime = chunk.createTime ?? response.createTime
    response.modelStatus = chunk.modelStatus ?? response.modelStatus
    response.modelVersion = chunk.modelVersion
    response.inferenceSource = chunk.inferenceSource
    response.route = chunk.route
    for candidate in chunk.candidates {
      if let position = response.candidates.firstIndex(where: { $0.index == candidate.index }) {
        Self.add(candidate, to: &response.candidates[position])
      } else {
        var first = Candidate(index: candidate.index)
        Self.add(candidate, to: &first)
        response.candidates.append(first)
      }
    }
  }

  private static func add(_ piece: Candidate, to candidate: inout Candidate) {
    candidate.content.role = piece.content.role
    for part in piece.content.parts {
      add(part, to: &candidate.content.parts)
    }
    candidate.finishReason = piece.finishReason ?? candidate.finishReason
    candidate.finishMessage = piece.finishMessage ?? candidate.finishMessage
    candidate.averageLogProbability =
      piece.averageLogProbability ?? candidate.averageLogProbability
    if !piece.safetyRatings.isEmpty {
      candidate.safetyRatings = piece.safetyRatings
    }
    candidate.groundingMetadata = piece.groundingMetadata ?? candidate.groundingMetadata
    candidate.urlContextMetadata = piece.urlContextMetadata ?? candidate.urlContextMetadata
    if let citations = piece.citationMetadata?.citations {
      let known = candidate.citationMetadata?.citations ?? []
      candidate.citationMetadata = .init(
        citations: known + citations.filter { !known.contains($0) }
      )
    }
  }

  /// Adds a part: text goes on in the last part when that is text of the same kind.
  ///
  /// A part with a signature stays a part of its own, since the signature belongs to just that part.
  private static func add(_ part: Part, to parts: inout [Part]) {
    if part.isEmptyText, part.thoughtSignature == nil { return }
    guard case .text(let text) = part.content, part.thoughtSignature == nil,
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
