/// Tells whether a regular expression matches somewhere in a text.
///
/// It follows all ways of reading at once, so that no pattern takes longer than the length of the
/// text times its own; with lookahead, once more for each place that is looked ahead from.
struct PatternMatcher: Sendable {
  private let graph: PatternGraph

  /// What the patterns of a schema may take in all, in parts of patterns.
  static let maximumWork = 1_000_000

  /// Reads a pattern, as ECMA 262 says; see ``PatternParser`` for what is supported.
  ///
  /// - Parameters:
  ///   - pattern: The pattern.
  ///   - work: How much work may be done for it and others in all; it is less afterwards.
  /// - Throws: What of it cannot be read, is not supported, or is too large.
  init(_ pattern: String, work: inout Int) throws(PatternError) {
    work -= pattern.utf8.count
    let parsed = try PatternParser.parse(pattern, for: .exact, work: &work)
    guard let graph = PatternGraph(parsed, work: &work) else {
      throw PatternError(pattern, "is too large")
    }
    self.graph = graph
  }

  /// Reads one pattern.
  init(_ pattern: String) throws(PatternError) {
    var work = Self.maximumWork
    try self.init(pattern, work: &work)
  }

  /// Whether it matches somewhere.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - budget: How many steps may still be made; it is less afterwards.
  /// - Returns: Whether it matches; `nil` when the budget is used up.
  func matches(_ text: String, budget: inout Int) -> Bool? {
    var reader = Reader(scalars: text.unicodeScalars, nodes: graph.nodes, budget: budget)
    defer { budget = reader.budget }
    return reader.reaches(
      from: graph.first,
      at: reader.scalars.startIndex,
      beginsAnywhere: true
    )
  }
}

/// A text that is read along a graph.
private struct Reader {
  let scalars: String.UnicodeScalarView
  let nodes: [PatternGraph.Node]
  /// How many steps may still be made.
  var budget: Int

  /// Whether a way leads from a node to the end of its pattern; `nil` when the budget is used up.
  mutating func reaches(
    from first: Int,
    at start: String.Index,
    beginsAnywhere: Bool = false
  ) -> Bool? {
    // At which place of the text each node was last reached.
    var visits = Array(repeating: -1, count: nodes.count)
    budget -= visits.count / 16
    var open = [first]
    var place = 0
    var index = start
    while !open.isEmpty {
      let isEnd = index == scalars.endIndex
      var next = beginsAnywhere ? [first] : []
      while let node = open.popLast() {
        guard visits[node] != place else { continue }
        visits[node] = place
        budget -= 1
        switch nodes[node] {
        case .finish: return true
        case .either(let first, let second): open += [second, first]
        case .start(let after): if index == scalars.startIndex { open.append(after) }
        case .end(let after): if isEnd { open.append(after) }
        case .wordBoundary(let isNegated, let after):
          if isWordBoundary(index) != isNegated { open.append(after) }
        case .ahead(let inner, let isNegated, let after):
          guard let isAhead = reaches(from: inner, at: index) else { return nil }
          if isAhead != isNegated { open.append(after) }
        case .character(let set, let after):
          if !isEnd, set.contains(scalars[index].value) { next.append(after) }
        }
      }
      guard budget > 0 else { return nil }
      if isEnd { return false }
      open = next
      place += 1
      scalars.formIndex(after: &index)
    }
    return false
  }

  private func isWordBoundary(_ index: String.Index) -> Bool {
    let isWord = { (scalar: Unicode.Scalar) in PatternClass.word.exact.contains(scalar.value) }
    let before = index > scalars.startIndex && isWord(scalars[scalars.index(before: index)])
    return before != (index < scalars.endIndex && isWord(scalars[index]))
  }
}
