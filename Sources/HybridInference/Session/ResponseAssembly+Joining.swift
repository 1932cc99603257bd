extension Array where Element: Equatable {
  /// The elements, and those others that are not among them.
  ///
  /// Some servers send all sources again with each piece, others only the new ones.
  func joined(with others: [Element]) -> [Element] {
    self + others.filter { !contains($0) }
  }
}

extension LogProbabilities {
  /// These, and those of the next piece.
  func joined(with next: LogProbabilities?) -> LogProbabilities {
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
  func joined(with next: GroundingMetadata?) -> GroundingMetadata {
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

extension Candidate {
  /// The candidate, whose passages are counted from so many parts, and bytes of text, before it.
  func moved(byParts parts: Int, bytes: Int) -> Candidate {
    var candidate = self
    if var grounding = groundingMetadata {
      for position in grounding.groundingSupports.indices {
        grounding.groundingSupports[position].segment.partIndex += parts
        grounding.groundingSupports[position].renderedParts =
          grounding.groundingSupports[position].renderedParts.map { $0 + parts }
      }
      candidate.groundingMetadata = grounding
    }
    if var citations = citationMetadata {
      for position in citations.citations.indices {
        citations.citations[position].startIndex += bytes
        citations.citations[position].endIndex = citations.citations[position].endIndex
          .map { $0 + bytes }
      }
      candidate.citationMetadata = citations
    }
    return candidate
  }
}
