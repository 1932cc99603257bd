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
      let place = place(of: candidate.index)
      if place == response.candidates.count || response.candidates[place].index != candidate.index {
        response.candidates.insert(Candidate(index: candidate.index), at: place)
      }
      Self.add(candidate, to: &response.candidates[place])
    }
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

  private static func add(_ piece: Candidate, to candidate: inout Candidate) {
    candidate.content.role = piece.content.role
    var isFirst = true
    for part in piece.content.parts {
      add(part, to: &candidate.content.parts, continuing: isFirst)
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

extension Array where Element: Equatable {
  /// The elements, and those others that are not among them.
  ///
  /// Some servers send all sources again with each piece, others only the new ones.
  fileprivate func joined(with others: [Element]) -> [Element] {
    self + others.filter { !contains($0) }
  }
}

extension LogProbabilities {
  /// These, and those of the next piece.
  fileprivate func joined(with next: LogProbabilities?) -> LogProbabilities {
    guard let next else { return self }
    return LogProbabilities(
      chosenTokens: chosenTokens + next.chosenTokens,
      topTokens: topTokens + next.topTokens,
      sum: next.sum ?? sum
    )
  }
}

extension GroundingMetadata {
  /// This, and what the next piece tells.
  fileprivate func joined(with next: GroundingMetadata?) -> GroundingMetadata {
    guard var next else { return self }
    if next.groundingChunks.isEmpty {
      next.groundingChunks = groundingChunks
    } else if !next.groundingChunks.starts(with: groundingChunks) {
      // Only the new sources: passages count them from there.
      for position in next.groundingSupports.indices {
        next.groundingSupports[position].groundingChunkIndices =
          next.groundingSupports[position].groundingChunkIndices.map { $0 + groundingChunks.count }
      }
      next.groundingChunks = groundingChunks + next.groundingChunks
    }
    next.groundingSupports = groundingSupports.joined(with: next.groundingSupports)
    next.webSearchQueries = webSearchQueries.joined(with: next.webSearchQueries)
    next.imageSearchQueries = imageSearchQueries.joined(with: next.imageSearchQueries)
    next.retrievalQueries = retrievalQueries.joined(with: next.retrievalQueries)
    next.searchEntryPoint = next.searchEntryPoint ?? searchEntryPoint
    next.retrievalMetadata = next.retrievalMetadata ?? retrievalMetadata
    next.googleMapsWidgetContextToken =
      next.googleMapsWidgetContextToken ?? googleMapsWidgetContextToken
    return next
  }
}
