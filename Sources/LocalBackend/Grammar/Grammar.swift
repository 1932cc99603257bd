import HybridInference

/// A form of answers, compiled: an automaton over bytes, with a stack for what is nested.
///
/// It never changes; ``OutputConstraint`` follows an answer through it. Compiling is where a schema is
/// refused: what has been compiled can be followed to an end from every point.
final class Grammar: Sendable {
  let nodes: [GrammarNode]
  /// Where each rule begins.
  let rules: [GrammarNode.ID]
  let start: GrammarNode.ID
  /// The fewest further levels of rules that an answer needs from each node on.
  let heights: [Int32]
  /// The fewest bytes to the end of the text that a node is in; 0 outside of texts.
  let textDistances: [Int32]
  /// How many levels of rules an answer has at most.
  let maximumDepth: Int32
  /// Whether names come that may come only once, though the nodes do not say so.
  let hasFreeNames: Bool
  /// Whether an answer is held to the grammar from its first token on.
  let startsAtOnce: Bool
  let limits: GrammarLimits
  /// The class of each byte: bytes of one class lead to the same.
  let byteClasses: [UInt8]
  let byteClassCount: Int

  /// Compiles a form.
  ///
  /// Throws what of its schemas is not supported, or cannot be fulfilled.
  init(_ form: GrammarForm, limits: GrammarLimits = .init()) throws(GrammarError) {
    var compiler = FormCompiler(limits: limits)
    start = try compiler.compile(form, then: GrammarBuilder.end)
    let builder = compiler.builder
    hasFreeNames = compiler.hasFreeNames
    self.limits = limits
    startsAtOnce = form.startsAtOnce
    nodes = builder.nodes
    rules = builder.rules
    heights = Self.heights(of: nodes, rules: rules, texts: builder.textNodes)
    textDistances = Self.textDistances(of: nodes, texts: builder.textNodes)
    var highest = try Self.height(of: start, in: heights)
    // Each value, not only the easiest alternative: all of them can be written.
    for value in compiler.values {
      do throws(GrammarError) {
        highest = max(highest, try Self.height(of: value.start, in: heights))
      } catch {
        throw error.named(value.name)
      }
    }
    maximumDepth = min(Self.deepest, highest + Int32(clamping: limits.depth))
    (byteClasses, byteClassCount) = Self.classes(of: nodes)
  }

  /// How many levels an answer needs from a node on; throws when it never ends, or is too deep.
  private static func height(
    of node: GrammarNode.ID,
    in heights: [Int32]
  ) throws(GrammarError) -> Int32 {
    let height = heights[Int(node)]
    guard height < endless else {
      throw GrammarError(reason: "no value that ends fits the schema")
    }
    guard height <= deepest else { throw GrammarError(reason: "the schema is nested too deeply") }
    return height
  }
}

extension Grammar {
  private static let endless = Int32.max
  /// A level of JSON is one level of rules at least, and the reader of answers takes so many.
  private static let deepest = Int32(PartialJSON.maximumDepth - 8)

  /// Solved from the end, again until nothing changes: only recursion needs more than one pass.
  private static func heights(
    of nodes: [GrammarNode],
    rules: [GrammarNode.ID],
    texts: Set<GrammarNode.ID>
  ) -> [Int32] {
    // Whatever is in a text needs no further level.
    var heights = nodes.indices.map { texts.contains(GrammarNode.ID($0)) ? 0 : endless }
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      for (index, node) in nodes.enumerated() {
        let height: Int32 =
          switch node {
          case .leave, .end: 0
          case .never: endless
          case .byte(_, _, let next), .counted(let next), .atLeast(_, let next),
            .below(_, let next):
            heights[Int(next)]
          case .either(let first, let second): min(heights[Int(first)], heights[Int(second)])
          case .call(let rule, let next):
            max(above(heights[Int(rules[Int(rule)])]), heights[Int(next)])
          }
        if height < heights[index] {
          heights[index] = height
          hasChanged = true
        }
      }
    }
    return heights
  }

  private static func above(_ height: Int32) -> Int32 { height == endless ? endless : height + 1 }

  /// Found from the ends of the texts on, backwards.
  private static func textDistances(
    of nodes: [GrammarNode],
    texts: Set<GrammarNode.ID>
  ) -> [Int32] {
    var distances = Array(repeating: Int32(0), count: nodes.count)
    var sources = Array(repeating: [GrammarNode.ID](), count: texts.isEmpty ? 0 : nodes.count)
    var level: [GrammarNode.ID] = []
    for id in texts.sorted() {
      distances[Int(id)] = endless
      switch nodes[Int(id)] {
      case .byte(_, _, let next) where !texts.contains(next): level.append(id)
      case .byte(_, _, let next): sources[Int(next)].append(id)
      case .either(let first, let second):
        sources[Int(first)].append(id)
        if second != first { sources[Int(second)].append(id) }
      default: break
      }
    }
    var distance: Int32 = 1
    while !level.isEmpty {
      var next: [GrammarNode.ID] = []
      while let id = level.popLast() {
        guard distances[Int(id)] > distance else { continue }
        distances[Int(id)] = distance
        for source in sources[Int(id)] {
          // An empty step costs nothing.
          if case .either = nodes[Int(source)] { level.append(source) } else { next.append(source) }
        }
      }
      level = next
      distance += 1
    }
    return distances
  }

  private static func classes(of nodes: [GrammarNode]) -> ([UInt8], Int) {
    var begins = Array(repeating: false, count: 257)
    for case .byte(let least, let most, _) in nodes {
      begins[Int(least)] = true
      begins[Int(most) + 1] = true
    }
    var classes: [UInt8] = []
    var current: UInt8 = 0
    for byte in 0..<256 {
      if byte > 0, begins[byte] { current += 1 }
      classes.append(current)
    }
    return (classes, Int(current) + 1)
  }
}

extension GrammarForm {
  fileprivate var startsAtOnce: Bool {
    switch self {
    case .literal, .value: true
    case .sequence(let forms): forms.first?.startsAtOnce ?? true
    case .anyOf(let forms): forms.allSatisfy(\.startsAtOnce)
    case .named(_, let form): form.startsAtOnce
    case .freeText: false
    }
  }
}
