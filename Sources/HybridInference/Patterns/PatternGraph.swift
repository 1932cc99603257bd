/// A pattern as a graph of characters and empty steps.
package struct PatternGraph: Sendable {
  package enum Node: Sendable, Hashable {
    case character(ScalarSet, next: Int)
    case either(Int, Int)
    case start(next: Int)
    case end(next: Int)
    case ahead(first: Int, isNegated: Bool, next: Int)
    case wordBoundary(isNegated: Bool, next: Int)
    case finish
  }

  /// The steps; they name each other by their places.
  package private(set) var nodes: [Node] = [.finish]
  /// Where it begins.
  package private(set) var first = 0
  /// How many parts may still be added: repetitions of nothing add no nodes.
  private var budget: Int

  private static let maximumNodes = 80_000
  private static let maximumWork = 200_000

  /// The graph of a pattern; `nil` when it would be too large.
  ///
  /// - Parameters:
  ///   - pattern: The pattern.
  ///   - work: How much work may be done for several patterns in all; it is less afterwards.
  package init?(_ pattern: Pattern, work: inout Int) {
    let most = min(Self.maximumWork, work)
    budget = most
    defer { work -= most - budget }
    guard let first = add(pattern, then: 0) else { return nil }
    self.first = first
  }

  private mutating func add(_ node: Node) -> Int? {
    guard nodes.count < Self.maximumNodes else { return nil }
    nodes.append(node)
    return nodes.count - 1
  }

  private mutating func add(_ pattern: Pattern, then next: Int) -> Int? {
    budget -= 1
    guard budget > 0 else { return nil }
    switch pattern {
    case .set(let set): return add(.character(set, next: next))
    case .start: return add(.start(next: next))
    case .end: return add(.end(next: next))
    case .ahead(let inner, let isNegated):
      guard let first = add(inner, then: 0) else { return nil }
      return add(.ahead(first: first, isNegated: isNegated, next: next))
    case .wordBoundary(let isNegated):
      return add(.wordBoundary(isNegated: isNegated, next: next))
    case .sequence(let parts):
      var next = next
      for part in parts.reversed() {
        guard let node = add(part, then: next) else { return nil }
        next = node
      }
      return next
    case .choice(let alternatives):
      var result: Int?
      for alternative in alternatives.reversed() {
        guard let node = add(alternative, then: next) else { return nil }
        result = result.map { add(.either(node, $0)) } ?? node
        guard result != nil else { return nil }
      }
      return result ?? next
    case .repeated(let inner, let least, let most):
      return add(repeated: inner, least: least, most: most, then: next)
    }
  }

  private mutating func add(
    repeated inner: Pattern,
    least: Int,
    most: Int?,
    then next: Int
  ) -> Int? {
    var result = next
    var copies = least
    if let most {
      for _ in least..<most {
        guard let node = add(inner, then: result), let way = add(.either(node, next)) else {
          return nil
        }
        result = way
      }
    } else {
      guard let loop = add(.either(next, next)), let node = add(inner, then: loop) else {
        return nil
      }
      nodes[loop] = .either(node, next)
      // Who enters behind the choice goes round once at least: so quantifiers in each other do not
      // double what they hold.
      result = least > 0 ? node : loop
      copies = max(0, least - 1)
    }
    for _ in 0..<copies {
      guard let node = add(inner, then: result) else { return nil }
      result = node
    }
    return result
  }

  /// What can be reached without a character, in a fixed order.
  package func closure(of node: Int, atStart: Bool, atEnd: Bool) -> [Int] {
    var seen: Set<Int> = [node]
    var found = [node]
    var index = 0
    while index < found.count {
      let nexts: [Int] =
        switch nodes[found[index]] {
        case .either(let first, let second): [first, second]
        case .start(let next): atStart ? [next] : []
        case .end(let next): atEnd ? [next] : []
        // Those are read only to check texts; see ``PatternMatcher``.
        case .ahead, .wordBoundary: []
        case .character, .finish: []
        }
      for next in nexts where seen.insert(next).inserted { found.append(next) }
      index += 1
    }
    return found
  }
}
