/// Knows which tokens each sequence holds, and finds the best one for a new prompt.
///
/// A sequence keeps its tokens after its request is done, so that the conversation's next turn need
/// not read them again. It does nothing itself.
struct PrefixCache {
  /// The sequence that a request gets, and what it can reuse.
  struct Claim: Equatable {
    /// The sequence, which is now in use.
    var sequence: Int
    /// How many tokens at the prompt's start need not be read again.
    var reused: Int
    /// Where they come from, when that is another sequence: they are to be copied.
    var source: Int?
  }

  /// What becomes of a prompt now.
  enum Decision: Equatable {
    /// It begins.
    case begin(Claim)
    /// A request that runs is reading what this one begins with: it waits, and copies it then.
    case wait
    /// All sequences are in use.
    case full
  }

  private struct Sequence {
    /// The tokens; of a request that runs, those of its whole prompt.
    var tokens: [TokenID] = []
    /// How many of the tokens the sequence holds by now.
    var held = 0
    var isInUse = false
    var lastUse = 0
  }

  private var sequences: [Sequence]
  private var clock = 0

  /// The fewest tokens for which a copy is worth its while.
  static let shortestCopy = 16

  /// Creates a cache of empty sequences.
  init(sequenceCount: Int) {
    sequences = Array(repeating: Sequence(), count: sequenceCount)
  }

  /// Whether a sequence is free.
  var hasFreeSequence: Bool { sequences.contains { !$0.isInUse } }

  /// How many copies have failed since one succeeded.
  private var failedCopies = 0

  /// Whether requests wait for each other; not where sequences cannot be copied.
  ///
  /// One failure does not tell: the engine may have lost that source. With a model that cannot copy
  /// the next one fails too.
  private var canCopy: Bool { failedCopies < 2 }

  /// Decides what becomes of a prompt, and takes a sequence for it if it begins.
  ///
  /// At least the prompt's last token is left to be read: what follows it is what is asked for.
  ///
  /// - Parameter prompt: The tokens of the whole conversation.
  /// - Returns: The decision.
  mutating func decide(on prompt: [TokenID]) -> Decision {
    let free = sequences.indices.filter { !sequences[$0].isInUse }
    guard !free.isEmpty else { return .full }
    let common = sequences.map { Self.sharedPrefix($0.tokens, prompt) }
    let shared = zip(common, sequences).map { min($0, $1.held) }
    if canCopy, let there = shared.max() {
      let isWorthWaiting = sequences.indices.contains { index in
        // One that is to be copied anyhow is waited for to its end, however little is left.
        let least = shared[index] == there && there >= Self.shortestCopy ? 1 : Self.shortestCopy
        return common[index] > shared[index] && common[index] >= there + least
      }
      if isWorthWaiting { return .wait }
    }
    return claim(for: prompt, free: free, shared: shared).map(Decision.begin) ?? .full
  }

  /// Takes a sequence for a prompt, without waiting for what others read.
  ///
  /// - Returns: The claim; `nil` when all sequences are in use.
  mutating func claim(for prompt: [TokenID]) -> Claim? {
    let free = sequences.indices.filter { !sequences[$0].isInUse }
    let shared = sequences.map { min(Self.sharedPrefix($0.tokens, prompt), $0.held) }
    return claim(for: prompt, free: free, shared: shared)
  }

  private mutating func claim(for prompt: [TokenID], free: [Int], shared: [Int]) -> Claim? {
    guard let own = free.max(by: { (shared[$0], $1) < (shared[$1], $0) }) else { return nil }
    let best = shared.indices.max { shared[$0] < shared[$1] } ?? own
    let source = shared[best] >= shared[own] + Self.shortestCopy ? best : own
    // A sequence that holds much more than is shared belongs to another conversation, or to another
    // branch of this one: it stays as it is, and what is shared is copied where there is room.
    let isAnothers =
      source != own || sequences[own].tokens.count - shared[own] > Self.shortestCopy
    if isAnothers, shared[source] >= Self.shortestCopy,
      let target = leastValuable(of: free.filter { $0 != source })
    {
      return use(target, for: prompt, reused: shared[source], source: source)
    }
    guard shared[own] > 0, !isAnothers || free.count == 1 else {
      return use(leastValuable(of: free) ?? own, for: prompt, reused: 0, source: nil)
    }
    return use(own, for: prompt, reused: shared[own], source: nil)
  }

  /// The engine lost a sequence's tokens.
  mutating func clear(_ sequence: Int) {
    sequences[sequence].held = 0
    if !sequences[sequence].isInUse { sequences[sequence].tokens = [] }
  }

  /// The engine has copied what a claim said, or could not.
  ///
  /// What could not be copied is taken as lost where it came from, too, unless a request runs there:
  /// nobody tries it again. Where copies keep failing nobody waits for one any more.
  mutating func copied(from source: Int, _ isThere: Bool) {
    failedCopies = isThere ? 0 : failedCopies + 1
    if !isThere, !sequences[source].isInUse { clear(source) }
  }

  /// A request is done: its sequence is free, and holds these tokens.
  mutating func release(_ sequence: Int, holding tokens: some Collection<TokenID>) {
    clock += 1
    sequences[sequence] = Sequence(
      tokens: Array(tokens),
      held: tokens.count,
      isInUse: false,
      lastUse: clock
    )
  }

  /// How many tokens of its prompt a running request's sequence holds by now, for others to copy.
  mutating func update(_ sequence: Int, holding count: Int) {
    sequences[sequence].held = min(count, sequences[sequence].tokens.count)
  }

  /// There is no memory for all sequences: those from a number on are not used any more.
  ///
  /// None of them may be in use.
  mutating func limit(to count: Int) {
    sequences.removeSubrange(min(count, sequences.count)...)
  }

  /// Whether a sequence holds all of some tokens.
  func holds(_ tokens: [TokenID]) -> Bool {
    sequences.contains { $0.tokens.prefix($0.held).starts(with: tokens) }
  }

  /// The sequences that no request uses and that hold something, with the number of their tokens.
  var idle: [(sequence: Int, count: Int)] {
    sequences.indices
      .filter { !sequences[$0].isInUse && sequences[$0].held > 0 }
      .map { ($0, sequences[$0].held) }
  }

  /// The free sequence that is missed least.
  var freeSequence: Int? { leastValuable(of: sequences.indices.filter { !sequences[$0].isInUse }) }

  /// The free sequence that holds most of what some tokens begin with, and nothing else.
  func idleSequence(holdingStartOf tokens: [TokenID]) -> (sequence: Int, count: Int)? {
    sequences.indices
      .filter { !sequences[$0].isInUse && tokens.starts(with: sequences[$0].tokens) }
      .map { ($0, sequences[$0].held) }
      .filter { $0.1 > 0 }
      .max { $0.1 < $1.1 }
  }

  private func leastValuable(of candidates: [Int]) -> Int? {
    candidates.first { sequences[$0].tokens.isEmpty }
      ?? candidates.min { sequences[$0].lastUse < sequences[$1].lastUse }
  }

  private mutating func use(
    _ sequence: Int,
    for prompt: [TokenID],
    reused: Int,
    source: Int?
  ) -> Claim {
    clock += 1
    sequences[sequence] = Sequence(
      tokens: prompt,
      held: reused,
      isInUse: true,
      lastUse: clock
    )
    return Claim(sequence: sequence, reused: reused, source: source)
  }

  private static func sharedPrefix(_ tokens: [TokenID], _ prompt: [TokenID]) -> Int {
    var count = 0
    let limit = min(tokens.count, prompt.count - 1)
    while count < limit, tokens[count] == prompt[count] { count += 1 }
    return max(0, count)
  }
}
