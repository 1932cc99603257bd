/// Turns a pattern into a graph of characters and empty steps.
struct PatternBuilder {
  enum Node: Hashable {
    case character(ScalarSet, next: Int)
    case either(Int, Int)
    case start(next: Int)
    case end(next: Int)
    case finish
  }

  private(set) var nodes: [Node] = [.finish]
  private(set) var first = 0

  /// The graph of a pattern; `nil` when it would be too large.
  mutating func build(_ pattern: Pattern) -> PatternBuilder? {
    guard let first = add(pattern, then: 0) else { return nil }
    self.first = first
    return self
  }

  private mutating func add(_ node: Node) -> Int? {
    guard nodes.count < 4 * ScalarAutomaton.maximumStates else { return nil }
    nodes.append(node)
    return nodes.count - 1
  }

  private mutating func add(_ pattern: Pattern, then next: Int) -> Int? {
    switch pattern {
    case .set(let set): return add(.character(set, next: next))
    case .start: return add(.start(next: next))
    case .end: return add(.end(next: next))
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
      result = loop
    }
    for _ in 0..<least {
      guard let node = add(inner, then: result) else { return nil }
      result = node
    }
    return result
  }

  /// What can be reached without a character, in a fixed order.
  func closure(of node: Int, atStart: Bool, atEnd: Bool) -> [Int] {
    var seen: Set<Int> = [node]
    var found = [node]
    var index = 0
    while index < found.count {
      let nexts: [Int] =
        switch nodes[found[index]] {
        case .either(let first, let second): [first, second]
        case .start(let next): atStart ? [next] : []
        case .end(let next): atEnd ? [next] : []
        case .character, .finish: []
        }
      for next in nexts where seen.insert(next).inserted { found.append(next) }
      index += 1
    }
    return found
  }
}
