import HybridInference

/// The texts that a pattern allows, as an automaton over Unicode scalars without empty steps.
///
/// Every state can still reach an end: whoever follows it is never stuck.
struct ScalarAutomaton: Sendable, Hashable {
  struct Edge: Sendable, Hashable {
    var set: ScalarSet
    var target: Int
  }

  struct State: Sendable, Hashable {
    var edges: [Edge] = []
    /// Whether the text may end here.
    var accepts = false
  }

  /// The states; the first one is where every text begins.
  private(set) var states: [State]

  /// Any text.
  static let any = ScalarAutomaton(states: [
    State(edges: [Edge(set: .all, target: 0)], accepts: true)
  ])

  /// The most states of an automaton.
  static let maximumStates = 20_000
  /// The most edges of an automaton.
  private static let maximumEdges = 200_000
  /// What the automata of a schema may take in all, in places and edges that are looked at.
  static let maximumWork = 4_000_000

  /// The texts in which a pattern matches somewhere.
  ///
  /// - Parameters:
  ///   - pattern: The pattern.
  ///   - work: What may be done for it and others in all; it is less afterwards.
  /// - Throws: What of it is not supported, is too large, or matches nothing.
  init(matching pattern: String, work: inout Int) throws(GrammarError) {
    let parsed: Pattern
    do throws(PatternError) {
      parsed = try PatternParser.parse(pattern, for: .agreed, work: &work)
    } catch {
      throw GrammarError(reason: error.description)
    }
    try self.init(parsed, named: pattern, work: &work)
  }

  private init(states: [State]) {
    self.states = states
  }

  private init(
    _ pattern: Pattern,
    named name: String,
    work: inout Int
  ) throws(GrammarError) {
    let anything = Pattern.repeated(.set(.all), least: 0, most: nil)
    guard
      let graph = PatternGraph(.sequence([anything, pattern, anything]), work: &work),
      let automaton = ScalarAutomaton(graph, work: &work)
    else { throw .pattern(name, "is too large for the on-device model") }
    guard let trimmed = automaton.trimmed() else { throw .pattern(name, "matches no text") }
    self = trimmed
  }

  /// The texts that both allow; `nil` when there are none, or the automaton would be too large.
  func intersection(_ other: ScalarAutomaton, work: inout Int) -> ScalarAutomaton? {
    struct Pair: Hashable { var first: Int, second: Int }
    var ids = [Pair(first: 0, second: 0): 0]
    var pairs = [Pair(first: 0, second: 0)]
    var result: [State] = []
    while result.count < pairs.count {
      let pair = pairs[result.count]
      let (first, second) = (states[pair.first], other.states[pair.second])
      var state = State(accepts: first.accepts && second.accepts)
      work -= 1 + first.edges.count * second.edges.count
      guard work > 0 else { return nil }
      for edge in first.edges {
        for otherEdge in second.edges {
          work -= (edge.set.ranges.count + otherEdge.set.ranges.count) / 8
          guard work > 0 else { return nil }
          let set = edge.set.intersection(otherEdge.set)
          guard !set.isEmpty else { continue }
          let target = Pair(first: edge.target, second: otherEdge.target)
          let id = ids[target] ?? pairs.count
          if id == pairs.count {
            ids[target] = id
            pairs.append(target)
            guard pairs.count <= Self.maximumStates else { return nil }
          }
          state.edges.append(Edge(set: set, target: id))
        }
      }
      result.append(state)
    }
    return ScalarAutomaton(states: result).trimmed()
  }

  /// The same without states that lead nowhere; `nil` when there is no text at all.
  private func trimmed() -> ScalarAutomaton? {
    var sources = Array(repeating: [Int](), count: states.count)
    for (index, state) in states.enumerated() {
      for edge in state.edges { sources[edge.target].append(index) }
    }
    var isLive = states.map(\.accepts)
    var open = states.indices.filter { isLive[$0] }
    while let index = open.popLast() {
      for source in sources[index] where !isLive[source] {
        isLive[source] = true
        open.append(source)
      }
    }
    guard isLive[0] else { return nil }
    var places = Array(repeating: 0, count: states.count)
    var count = 0
    for index in states.indices where isLive[index] {
      places[index] = count
      count += 1
    }
    let kept = states.indices.filter { isLive[$0] }.map { index in
      State(
        edges: states[index].edges.filter { isLive[$0.target] }
          .map { Edge(set: $0.set, target: places[$0.target]) },
        accepts: states[index].accepts
      )
    }
    return ScalarAutomaton(states: kept)
  }
}

extension ScalarAutomaton {
  /// Makes an automaton of a graph with empty steps; `nil` when it would be too large.
  private init?(_ graph: PatternGraph, work: inout Int) {
    // A place is a node that a character leads to; the first is the beginning of the text.
    var places: [Int: Int] = [:]
    var nodes = [graph.first]
    var result: [State] = []
    var edgeCount = 0
    while result.count < nodes.count {
      let isStart = result.isEmpty
      let closure = graph.closure(of: nodes[result.count], atStart: isStart, atEnd: false)
      var state = State()
      // Where the edge to a place is, and the sets that lead there: made one when all are known.
      var edges: [Int: Int] = [:]
      var sets: [[ScalarSet]] = []
      for node in closure {
        guard case .character(let set, let next) = graph.nodes[node], !set.isEmpty else { continue }
        let place = places[next] ?? nodes.count
        if place == nodes.count {
          places[next] = place
          nodes.append(next)
          guard nodes.count <= Self.maximumStates else { return nil }
        }
        if let index = edges[place] {
          sets[index].append(set)
        } else {
          edges[place] = state.edges.count
          state.edges.append(Edge(set: set, target: place))
          sets.append([set])
        }
        work -= set.ranges.count
        guard work > 0 else { return nil }
      }
      for (index, sets) in sets.enumerated() where sets.count > 1 {
        state.edges[index].set = ScalarSet(sets.flatMap(\.ranges))
      }
      edgeCount += state.edges.count
      work -= closure.count
      guard edgeCount < Self.maximumEdges, work > 0 else { return nil }
      let last = graph.closure(of: nodes[result.count], atStart: isStart, atEnd: true)
      state.accepts = last.contains { graph.nodes[$0] == .finish }
      result.append(state)
    }
    states = result
  }
}
