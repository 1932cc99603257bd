/// A passage of an answer: a range in the text of one of its parts.
public struct TextPassage: Sendable, Hashable {
  /// The position of the part in the candidate's content.
  public var partIndex: Int
  /// The range in the part's text.
  public var range: Range<String.Index>

  /// Creates a passage.
  public init(partIndex: Int, range: Range<String.Index>) {
    self.partIndex = partIndex
    self.range = range
  }
}

extension Candidate {
  /// The passage that a source supports.
  ///
  /// Servers count in bytes of UTF-8, from the start of a part or, where thoughts come before the
  /// text, of the visible text. Where the segment names its text, the passage is one that reads so.
  ///
  /// - Parameter segment: A segment of this candidate's grounding.
  /// - Returns: The passage; `nil` when there is none at these offsets: they are past the end or
  ///   inside a character, or the text there is another one.
  public func passage(of segment: GroundingMetadata.Segment) -> TextPassage? {
    func find(in partIndex: Int) -> TextPassage? {
      guard let text = visibleText(of: partIndex),
        let range = text.range(ofBytes: segment.startIndex, segment.endIndex),
        segment.text.isEmpty || text[range] == segment.text
      else { return nil }
      return TextPassage(partIndex: partIndex, range: range)
    }
    if let passage = find(in: segment.partIndex) { return passage }
    let others = content.parts.indices.filter { visibleText(of: $0) != nil }
    // Without its text, a segment can only be told by the part that it names, or by the first one.
    guard !segment.text.isEmpty else {
      let isNamed = visibleText(of: segment.partIndex) != nil || segment.partIndex != 0
      return isNamed ? nil : others.first.flatMap(find(in:))
    }
    if let passage = others.lazy.compactMap(find(in:)).first { return passage }
    let passage = passage(ofBytes: segment.startIndex, segment.endIndex)
    return passage.flatMap { text(of: $0) == segment.text[...] ? $0 : nil }
  }

  /// The passage that cites a source.
  ///
  /// - Parameter citation: A citation of this candidate.
  /// - Returns: The passage; `nil` when there is none at these offsets: they are past the end or
  ///   inside a character, the end is not known, or the passage goes over several parts.
  public func passage(of citation: CitationMetadata.Citation) -> TextPassage? {
    citation.endIndex.flatMap { passage(ofBytes: citation.startIndex, $0) }
  }

  /// The text of a passage of this candidate; `nil` when it has no such passage.
  public func text(of passage: TextPassage) -> Substring? {
    guard let text = visibleText(of: passage.partIndex), passage.range.upperBound <= text.endIndex
    else { return nil }
    return text[passage.range]
  }

  /// The text that a source supports; `nil` when there is no such passage.
  public func text(of segment: GroundingMetadata.Segment) -> Substring? {
    passage(of: segment).flatMap(text(of:))
  }

  /// The text that cites a source, also where it goes over several parts; `nil` when there is no
  /// such passage.
  public func text(of citation: CitationMetadata.Citation) -> Substring? {
    if let passage = passage(of: citation) { return text(of: passage) }
    let text = content.text
    return citation.endIndex.flatMap { text.range(ofBytes: citation.startIndex, $0) }
      .map { text[$0] }
  }

  /// The text of a part that is visible text.
  private func visibleText(of partIndex: Int) -> String? {
    guard content.parts.indices.contains(partIndex), !content.parts[partIndex].isThought else {
      return nil
    }
    return content.parts[partIndex].text
  }

  /// The passage from one byte of the visible text to another, where both are in one part.
  private func passage(ofBytes start: Int, _ end: Int) -> TextPassage? {
    var partStart = 0
    for partIndex in content.parts.indices {
      guard let text = visibleText(of: partIndex) else { continue }
      let partEnd = partStart + text.utf8.count
      if start >= partStart, start < partEnd || (start == partEnd && end == start) {
        return text.range(ofBytes: start - partStart, end - partStart)
          .map { TextPassage(partIndex: partIndex, range: $0) }
      }
      partStart = partEnd
    }
    return nil
  }
}

extension String {
  /// The range from one byte of UTF-8 to another; `nil` when there is none, or when it would begin
  /// or end inside a Unicode scalar.
  fileprivate func range(ofBytes start: Int, _ end: Int) -> Range<String.Index>? {
    guard 0 <= start, start <= end, end <= utf8.count else { return nil }
    let lower = utf8.index(utf8.startIndex, offsetBy: start)
    let upper = utf8.index(lower, offsetBy: end - start)
    guard let lower = lower.samePosition(in: unicodeScalars),
      let upper = upper.samePosition(in: unicodeScalars)
    else { return nil }
    return lower..<upper
  }
}
