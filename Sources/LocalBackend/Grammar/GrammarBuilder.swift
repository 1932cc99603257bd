import HybridInference

/// Collects the nodes of a grammar.
///
/// Grammars are built from their end: a piece is added with the node that comes after it. Equal nodes
/// are one.
struct GrammarBuilder {
  typealias ID = GrammarNode.ID

  private(set) var nodes: [GrammarNode] = [.never, .leave, .end]
  private var known: [GrammarNode: ID] = [:]
  /// Where each rule begins.
  private(set) var rules: [ID] = []
  /// The nodes that are inside of texts, for which a limit holds.
  private(set) var textNodes: Set<ID> = []
  private var isInText = false
  /// What the automata of patterns may still take.
  var patternWork = ScalarAutomaton.maximumWork

  static let never: ID = 0
  static let leave: ID = 1
  static let end: ID = 2
  static let maximumNodes = 1_000_000

  var isFull: Bool { nodes.count > Self.maximumNodes }

  mutating func add(_ node: GrammarNode) -> ID {
    // In texts nodes are not shared with what stands outside of them.
    if !isInText, let id = known[node] { return id }
    nodes.append(node)
    let id = ID(nodes.count - 1)
    if isInText { textNodes.insert(id) } else { known[node] = id }
    return id
  }

  /// A node that is set later: loops need one.
  mutating func reserve() -> ID {
    nodes.append(.never)
    if isInText { textNodes.insert(ID(nodes.count - 1)) }
    return ID(nodes.count - 1)
  }

  mutating func set(_ id: ID, to node: GrammarNode) {
    nodes[Int(id)] = node
  }

  mutating func byte(_ byte: UInt8, then next: ID) -> ID {
    add(.byte(least: byte, most: byte, next: next))
  }

  mutating func bytes(_ range: ClosedRange<UInt8>, then next: ID) -> ID {
    add(.byte(least: range.lowerBound, most: range.upperBound, next: next))
  }

  mutating func literal(_ text: some Sequence<UInt8>, then next: ID) -> ID {
    var next = next
    for byte in Array(text).reversed() { next = self.byte(byte, then: next) }
    return next
  }

  /// Any one of several ways.
  mutating func either(_ ways: [ID]) -> ID {
    var ways = ways.filter { $0 != Self.never }
    guard var result = ways.popLast() else { return Self.never }
    for way in ways.reversed() where way != result { result = add(.either(way, result)) }
    return result
  }

  /// Any one of several texts; what they begin with alike is one way.
  mutating func anyOf(_ texts: [[UInt8]], then next: ID) -> ID {
    // How the texts go on after each byte of the one at hand: made from its end, as soon as it is
    // clear that no further text begins like it. Texts can be long: no recursion.
    var ways: [[ID]] = [[]]
    var last: [UInt8] = []
    for text in texts.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      let shared = zip(last, text).prefix { $0 == $1 }.count
      close(&ways, of: last, to: shared)
      ways += repeatElement([], count: text.count + 1 - ways.count)
      if ways[text.count].first != next { ways[text.count].append(next) }
      last = text
    }
    close(&ways, of: last, to: 0)
    return balanced(ways[0][...])
  }

  /// Makes nodes of all that follows the first bytes of a text.
  private mutating func close(_ ways: inout [[ID]], of text: [UInt8], to count: Int) {
    while ways.count > count + 1 {
      let node = balanced(ways.removeLast()[...])
      ways[ways.count - 1].append(byte(text[ways.count - 1], then: node))
    }
  }

  /// A tree of ways, so that none is far from its root.
  private mutating func balanced(_ ways: ArraySlice<ID>) -> ID {
    guard ways.count > 2 else { return either(Array(ways)) }
    let middle = ways.startIndex + ways.count / 2
    let first = balanced(ways[..<middle])
    let second = balanced(ways[middle...])
    return either([first, second])
  }

  /// Makes room for a rule, so that what it holds can call it.
  mutating func reserveRule() -> Int32 {
    rules.append(Self.never)
    return Int32(rules.count - 1)
  }

  mutating func setRule(_ rule: Int32, to start: ID) {
    rules[Int(rule)] = start
  }

  mutating func call(_ rule: Int32, then next: ID) -> ID {
    add(.call(rule: rule, next: next))
  }
}

/// Texts in JSON.
extension GrammarBuilder {
  private static let quote = UInt8(ascii: "\"")
  private static let backslash = UInt8(ascii: "\\")

  /// A JSON string, with its quotes, of the texts of an automaton.
  ///
  /// Each text has one form: a character is written as it is where JSON allows that, else with the
  /// short escape (`\"`, `\\`, `\n`, `\r`, `\t`), else as `\u00` and two digits.
  mutating func string(_ automaton: ScalarAutomaton, then next: ID) -> ID {
    let after = next
    isInText = true
    let places = automaton.states.map { _ in reserve() }
    var shared: [GrammarNode: ID] = [:]
    for (place, state) in zip(places, automaton.states) {
      // Whoever asked for it looks whether there was room.
      if isFull { break }
      var ways: [ID] = []
      for edge in state.edges where !isFull {
        ways += characters(edge.set, then: places[edge.target], &shared)
      }
      if state.accepts { ways.append(byte(Self.quote, then: after)) }
      let way = balanced(ways[...])
      // A place is known before what it leads to: it stands for that.
      set(place, to: .either(way, way))
    }
    isInText = false
    return byte(Self.quote, then: places[0])
  }

  /// The forms of a set of characters.
  private mutating func characters(
    _ set: ScalarSet,
    then next: ID,
    _ shared: inout [GrammarNode: ID]
  ) -> [ID] {
    let escaped = ScalarSet([0...0x1F, 0x22...0x22, 0x5C...0x5C])
    var ways: [ID] = []
    for range in set.subtracting(escaped).ranges {
      for path in UTF8Paths.paths(of: range) {
        var node = next
        for bytes in path.reversed() {
          node = one(
            .byte(least: bytes.lowerBound, most: bytes.upperBound, next: node),
            &shared
          )
        }
        ways.append(node)
      }
    }
    let escapes = set.intersection(escaped).ranges.flatMap { $0.map { UInt8($0) } }
    if !escapes.isEmpty {
      let forms = escapes.map(Self.escape)
      ways.append(byte(Self.backslash, then: anyOf(forms, then: next)))
    }
    return ways
  }

  private mutating func one(_ node: GrammarNode, _ shared: inout [GrammarNode: ID]) -> ID {
    if let id = shared[node] { return id }
    let id = add(node)
    shared[node] = id
    return id
  }

  /// What follows the backslash of a character that is not written as it is.
  private static func escape(_ byte: UInt8) -> [UInt8] {
    switch byte {
    case quote, backslash: [byte]
    case 0x0A: [UInt8(ascii: "n")]
    case 0x0D: [UInt8(ascii: "r")]
    case 0x09: [UInt8(ascii: "t")]
    default: Array("u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8)
    }
  }

  /// Free text until a marker comes, which may end before it; then what follows the marker.
  mutating func freeText(until marker: [UInt8], then next: ID, end: ID) -> ID {
    guard !marker.isEmpty else { return next }
    let places = marker.map { _ in reserve() }
    for (count, place) in places.enumerated() {
      // The bytes after which less of the marker has come, or more.
      var ways: [ID] = [end]
      var first: UInt8 = 0
      var target = Self.begun(of: marker, after: count, and: 0)
      for byte in 1...UInt8.max {
        let begun = Self.begun(of: marker, after: count, and: byte)
        guard begun != target else { continue }
        let node = target == marker.count ? next : places[target]
        ways.append(bytes(first...(byte - 1), then: node))
        (first, target) = (byte, begun)
      }
      let node = target == marker.count ? next : places[target]
      ways.append(bytes(first...UInt8.max, then: node))
      let way = either(ways)
      set(place, to: .either(way, way))
    }
    return places[0]
  }

  /// How much of a marker has come, when so much had come before a byte.
  private static func begun(of marker: [UInt8], after count: Int, and byte: UInt8) -> Int {
    let text = marker[..<count] + [byte]
    return (0...text.count).reversed().first { marker.starts(with: text.suffix($0)) } ?? 0
  }
}
