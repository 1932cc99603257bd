/// An answer that is held to a grammar: says what may come next, and follows what came.
///
/// A value: a copy goes its own way, and costs little. Copies share what they find out about the
/// grammar, so all of them belong to one thread.
struct OutputConstraint {
  /// What is found out about a grammar, and kept.
  private final class Knowledge {
    var machine: GrammarMachine
    var masks: [GrammarMachine.State: TokenMask] = [:]

    init(_ machine: GrammarMachine) {
      self.machine = machine
    }
  }

  private var knowledge: Knowledge
  private var state: GrammarMachine.State
  /// How many bytes of the text that is open have come.
  private var textBytes = 0
  private var names: NameGuard?

  /// Begins an answer.
  init(_ grammar: Grammar) {
    knowledge = Knowledge(GrammarMachine(grammar))
    state = knowledge.machine.first
    names = grammar.hasFreeNames ? NameGuard() : nil
  }

  private var grammar: Grammar { knowledge.machine.grammar }

  /// Whether the answer may end here.
  var canEnd: Bool { knowledge.machine.canEnd(state) }

  /// Whether the answer ends here: nothing may follow.
  var isComplete: Bool { knowledge.machine.isComplete(state) }

  /// Takes bytes that come next.
  ///
  /// - Returns: Whether they may come. `false`: nothing has changed.
  mutating func accept(_ bytes: some Sequence<UInt8>) -> Bool {
    if knowledge.machine.size > GrammarMachine.restartSize {
      knowledge = Knowledge(knowledge.machine.restarted(at: state))
      state = knowledge.machine.first
    }
    var copy = self
    var isTired = copy.isTired
    for byte in bytes {
      guard copy.step(byte, isTired: isTired) else { return false }
      isTired = isTired && copy.textBytes > 0
    }
    self = copy
    return true
  }

  /// Whether bytes may come next.
  func allows(_ bytes: some Sequence<UInt8>) -> Bool {
    var copy = self
    return copy.accept(bytes)
  }

  /// What comes next in any case, as far as that is known: the longest such bytes.
  var forcedBytes: [UInt8] {
    var copy = self
    var bytes: [UInt8] = []
    while bytes.count < grammar.limits.textBytes, let byte = copy.onlyByte,
      copy.step(byte, isTired: copy.isTired)
    {
      bytes.append(byte)
    }
    return bytes
  }

  /// Whether the text that is open has been long enough: only its shortest end may come.
  private var isTired: Bool {
    // A name that may not end here has to go on.
    textBytes >= grammar.limits.textBytes && !(names?.isTaken ?? false)
  }

  private var onlyByte: UInt8? {
    if !isTired { return knowledge.machine.onlyByte(state) }
    var only: UInt8?
    for byte in UInt8.min...UInt8.max where allows(CollectionOfOne(byte)) {
      if only != nil { return nil }
      only = byte
    }
    return only
  }

  private mutating func step(_ byte: UInt8, isTired: Bool) -> Bool {
    let next = knowledge.machine.next(state, byte)
    guard next != GrammarMachine.none else { return false }
    let distance = knowledge.machine.textDistance(next)
    if isTired, distance >= knowledge.machine.textDistance(state) { return false }
    if knowledge.machine.canEnd(next) {
      // Where the answer may end, no object is open; free text may hold odd quotes and braces.
      names = names.map { _ in NameGuard() }
    } else {
      guard names?.accept(byte) ?? true else { return false }
    }
    textBytes = distance > 0 ? textBytes + 1 : 0
    state = next
    return true
  }
}

extension OutputConstraint {
  /// The tokens that may come next; those that end an answer are not among them.
  func allowedTokens(of vocabulary: Vocabulary) -> TokenMask {
    if isTired { return tokens(of: vocabulary, where: allows) }
    var mask = knowledge.masks[state] ?? walk(vocabulary)
    if knowledge.masks[state] == nil {
      if knowledge.masks.count >= 32 { knowledge.masks = [:] }
      knowledge.masks[state] = mask
    }
    guard names != nil else { return mask }
    for token in vocabulary.tokensWithQuote where mask.contains(token) {
      if !allows(vocabulary.bytes(of: token)) { mask.remove(token) }
    }
    return mask
  }

  private func tokens(
    of vocabulary: Vocabulary,
    where isAllowed: (ArraySlice<UInt8>) -> Bool
  ) -> TokenMask {
    var mask = TokenMask(count: vocabulary.count)
    for byte in UInt8.min...UInt8.max where allows(CollectionOfOne(byte)) {
      for token in vocabulary.tokens(beginningWith: byte)
      where isAllowed(vocabulary.bytes(of: token)) {
        mask.insert(token)
      }
    }
    return mask
  }

  private func walk(_ vocabulary: Vocabulary) -> TokenMask {
    vocabulary.tokens(readableBy: &knowledge.machine, from: state)
  }
}
