/// Follows a grammar: all the ways in which bytes can be read at once, as one state.
///
/// States, and what each byte makes of them, are found when they are first needed and kept. Whoever
/// has a state's number can go on from there at any time. It belongs to one thread.
struct GrammarMachine {
  typealias State = Int32

  /// No way leads on.
  static let none: State = -1
  private static let unknown: State = -2

  /// A way of reading: a node, and what follows when its rule has ended.
  private struct Branch: Hashable {
    var node: GrammarNode.ID
    var frame: Int32
  }

  /// A rule that has been called.
  private struct Frame: Hashable {
    /// The frame of the rule that called it.
    var parent: Int32
    /// The node after the call.
    var next: GrammarNode.ID
    var depth: Int32
    /// How many elements of its list have come.
    var count: Int32 = 0
  }

  /// What is known of a state.
  private struct Entry {
    var branches: [Branch]
    var canEnd: Bool
    /// The fewest bytes to the end of the text that it is in; 0 when it is not, or not only, in one.
    var textDistance: Int32
    /// The only byte that leads on, if there is only one.
    var onlyByte: UInt8?
  }

  let grammar: Grammar
  let first: State

  private var frames: [Frame] = []
  private var frameIDs: [Frame: Int32] = [:]
  private var entries: [Entry] = []
  private var ids: [[Branch]: State] = [:]
  /// For each state, the one that follows for each class of bytes.
  private var table: [State] = []

  init(_ grammar: Grammar) {
    self.grammar = grammar
    first = 0
    _ = frameID(Frame(parent: -1, next: GrammarBuilder.end, depth: 0))
    // Kept in any case: it has no way when finding one took too many steps.
    keep(closing([Branch(node: grammar.start, frame: 0)]))
  }

  /// The same grammar from a state on, of which no other state is known.
  func restarted(at state: State) -> GrammarMachine {
    var machine = self
    machine.entries = []
    machine.ids = [:]
    machine.table = []
    machine.frames = []
    machine.frameIDs = [:]
    machine.size = 0
    var kept: [Int32: Int32] = [-1: -1]
    let branches = entries[Int(state)].branches.map { branch in
      // The frames from the outermost on, so that each finds its parent.
      var chain: [Int32] = []
      var frame = branch.frame
      while kept[frame] == nil {
        chain.append(frame)
        frame = frames[Int(frame)].parent
      }
      for id in chain.reversed() {
        var frame = frames[Int(id)]
        frame.parent = kept[frame.parent] ?? -1
        kept[id] = machine.frameID(frame)
      }
      return Branch(node: branch.node, frame: kept[branch.frame] ?? 0)
    }
    machine.keep(branches.sorted { ($0.node, $0.frame) < ($1.node, $1.frame) })
    return machine
  }

  /// About how much is known: whoever follows a long answer restarts when it is much.
  private(set) var size = 0

  /// The most ways of reading that a state follows; of more, those to the nearest ends of texts.
  ///
  /// Each way that is followed can reach an end, so leaving some out makes no answer invalid.
  private static let maximumBranches = 2000
  /// The most steps from one byte to the next.
  private static let maximumSteps = 20_000
  /// The most that is known at a time; beyond that nothing leads on.
  private static let maximumSize = 2_000_000
  /// When to restart.
  static let restartSize = 1_000_000

  func canEnd(_ state: State) -> Bool { entries[Int(state)].canEnd }

  /// Whether the text ends here and nothing may follow.
  func isComplete(_ state: State) -> Bool {
    let entry = entries[Int(state)]
    return entry.canEnd && entry.branches.count == 1
  }

  func textDistance(_ state: State) -> Int32 { entries[Int(state)].textDistance }

  func onlyByte(_ state: State) -> UInt8? { entries[Int(state)].onlyByte }

  /// The state after a byte; ``none`` when it may not come.
  mutating func next(_ state: State, _ byte: UInt8) -> State {
    let place = Int(state) * grammar.byteClassCount + Int(grammar.byteClasses[Int(byte)])
    let known = table[place]
    if known != Self.unknown { return known }
    guard size < Self.maximumSize else { return Self.none }
    var branches: [Branch] = []
    for branch in entries[Int(state)].branches {
      if case .byte(let least, let most, let next) = grammar.nodes[Int(branch.node)],
        least <= byte, byte <= most
      {
        branches.append(Branch(node: next, frame: branch.frame))
      }
    }
    let next = branches.isEmpty ? Self.none : add(closing(branches))
    table[place] = next
    return next
  }

  private mutating func add(_ branches: [Branch]) -> State {
    guard !branches.isEmpty else { return Self.none }
    return ids[branches] ?? keep(branches)
  }

  @discardableResult
  private mutating func keep(_ branches: [Branch]) -> State {
    let id = State(entries.count)
    entries.append(entry(of: branches))
    ids[branches] = id
    size += branches.count + grammar.byteClassCount / 4
    table.append(contentsOf: repeatElement(Self.unknown, count: grammar.byteClassCount))
    return id
  }

  private func entry(of branches: [Branch]) -> Entry {
    var canEnd = false
    var distance = Int32.max
    var only: UInt8?
    var isOnly = true
    for branch in branches {
      distance = min(distance, grammar.textDistances[Int(branch.node)])
      guard case .byte(let least, let most, _) = grammar.nodes[Int(branch.node)] else {
        canEnd = true
        continue
      }
      isOnly = isOnly && least == most && (only ?? least) == least
      only = least
    }
    return Entry(
      branches: branches,
      canEnd: canEnd,
      textDistance: distance,
      onlyByte: isOnly && !canEnd ? only : nil
    )
  }

  /// Takes all steps that need no byte.
  ///
  /// - Returns: Where bytes are taken or the text ends, each once, in an order that depends only on
  ///   what they are.
  private mutating func closing(_ start: [Branch]) -> [Branch] {
    var open = start
    var seen = Set<Branch>(start)
    var found: [Branch] = []
    func visit(_ branch: Branch) {
      if seen.insert(branch).inserted { open.append(branch) }
    }
    while let branch = open.popLast(), seen.count < Self.maximumSteps {
      let frame = frames[Int(branch.frame)]
      // A way whose end would be nested too deeply is not taken.
      guard grammar.heights[Int(branch.node)] <= grammar.maximumDepth - frame.depth else {
        continue
      }
      switch grammar.nodes[Int(branch.node)] {
      case .byte, .end: found.append(branch)
      case .never: break
      case .either(let first, let second):
        visit(Branch(node: second, frame: branch.frame))
        visit(Branch(node: first, frame: branch.frame))
      case .call(let rule, let next):
        let id = frameID(Frame(parent: branch.frame, next: next, depth: frame.depth + 1))
        visit(Branch(node: grammar.rules[Int(rule)], frame: id))
      case .leave: visit(Branch(node: frame.next, frame: frame.parent))
      case .counted(let next):
        var counted = frame
        counted.count += 1
        visit(Branch(node: next, frame: frameID(counted)))
      case .atLeast(let count, let next):
        if frame.count >= count { visit(Branch(node: next, frame: branch.frame)) }
      case .below(let count, let next):
        if frame.count < count { visit(Branch(node: next, frame: branch.frame)) }
      }
    }
    if found.count > Self.maximumBranches {
      let distances = grammar.textDistances
      found.sort { first, second in
        (distances[Int(first.node)], first.frame) < (distances[Int(second.node)], second.frame)
      }
      found.removeLast(found.count - Self.maximumBranches)
    }
    return found.sorted { ($0.node, $0.frame) < ($1.node, $1.frame) }
  }

  private mutating func frameID(_ frame: Frame) -> Int32 {
    if let id = frameIDs[frame] { return id }
    frames.append(frame)
    size += 2
    frameIDs[frame] = Int32(frames.count - 1)
    return Int32(frames.count - 1)
  }
}
