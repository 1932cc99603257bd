import Synchronization

@testable import LocalBackend

/// An engine without a model: the token that follows is a function of all tokens before it.
///
/// So an answer is right only if the sequence held exactly the right tokens. It checks what a real
/// engine relies on: each step goes on where its sequence ends.
final class ScriptedEngine: TokenEngine {
  /// What a test may look at and change, from any thread.
  final class Script: Sendable {
    struct State {
      var steps: [[Int]] = []
      var tokensRead = 0
      var faults: [String] = []
      var trimFails = false
      var copyFails = false
      /// How many copies fail before they succeed.
      var failingCopies = 0
      /// What is done before each step, on the engine's thread; it gets the number of the step.
      var beforeStep: (@Sendable (Int) -> Void)?
      /// How many sequences there is memory for.
      var room = Int.max
      var outcomes: [StepOutcome] = []
      var answerLength = Int.max
      /// How many tokens were picked with a filter.
      var filtered = 0
      /// The tokens that were counted as picked without being picked.
      var accepted: [TokenID] = []
      /// How long each step takes that reads a prompt.
      var pause: Duration = .zero
    }

    let state: Mutex<State>

    init(_ change: (inout State) -> Void = { _ in }) {
      var state = State()
      change(&state)
      self.state = Mutex(state)
    }

    /// How long each step takes that reads a prompt.
    func pausePrompts(_ pause: Duration) {
      state.withLock { $0.pause = pause }
    }

    var tokensRead: Int { state.withLock(\.tokensRead) }
    var faults: [String] { state.withLock(\.faults) }
    var steps: [[Int]] { state.withLock(\.steps) }
  }

  static let endToken: TokenID = 1_000_000

  let sequenceCount: Int
  let batchSize: Int
  /// What tokens stand for; empty: each is its number.
  let vocabulary: Vocabulary
  private let script: Script
  private let abortFlag: AbortFlag
  private var held: [[TokenID]]
  private var sampled: [Int: Int] = [:]

  init(
    sequences: Int = 4,
    batchSize: Int = 32,
    vocabulary: Vocabulary = Vocabulary([], endTokens: []),
    script: Script,
    abortFlag: AbortFlag
  ) {
    self.vocabulary = vocabulary
    sequenceCount = sequences
    self.batchSize = batchSize
    self.script = script
    self.abortFlag = abortFlag
    held = Array(repeating: [], count: sequences)
  }

  /// The token that follows tokens.
  static func next(after tokens: some Sequence<TokenID>) -> TokenID {
    tokens.reduce(into: 7) { hash, token in hash = (hash &* 31 &+ token) & 0xFFFF }
  }

  /// The answer to a prompt.
  static func answer(to prompt: [TokenID], count: Int) -> [TokenID] {
    var tokens = prompt
    for _ in 0..<count { tokens.append(next(after: tokens)) }
    return Array(tokens[prompt.count...])
  }

  func run(_ step: BatchStep) -> StepOutcome {
    let (hook, number) = script.state.withLock { ($0.beforeStep, $0.steps.count) }
    hook?(number)
    let (outcome, pause) = script.state.withLock { state in
      state.steps.append(step.spans.map(\.tokens.count))
      let isReading = step.spans.contains { $0.tokens.count > 1 }
      return (
        state.outcomes.isEmpty ? .completed : state.outcomes.removeFirst(),
        isReading ? state.pause : .zero
      )
    }
    let end = ContinuousClock.now + pause
    while ContinuousClock.now < end {
      if abortFlag.isRaised { return .aborted }
    }
    check(step)
    for span in step.spans { held[span.sequence] += span.tokens }
    script.state.withLock { $0.tokensRead += step.tokenCount }
    return outcome
  }

  private func check(_ step: BatchStep) {
    var faults: [String] = []
    if step.tokenCount > batchSize { faults.append("\(step.tokenCount) tokens in a step") }
    if Set(step.spans.map(\.sequence)).count != step.spans.count {
      faults.append("a sequence twice in a step")
    }
    for span in step.spans where span.tokens.startIndex != held[span.sequence].count {
      faults.append("at \(span.tokens.startIndex), not \(held[span.sequence].count)")
    }
    script.state.withLock { $0.faults += faults }
  }

  func trim(sequence: Int, to count: Int) -> Bool {
    if count == held[sequence].count || count == 0 {
      held[sequence].removeSubrange(count...)
      return true
    }
    if script.state.withLock(\.trimFails) || count > held[sequence].count {
      held[sequence] = []
      return false
    }
    held[sequence].removeSubrange(count...)
    return true
  }

  func copy(sequence source: Int, to target: Int, count: Int) -> Bool {
    held[target] = []
    let fails = script.state.withLock { state in
      defer { state.failingCopies = max(0, state.failingCopies - 1) }
      return state.copyFails || state.failingCopies > 0
    }
    if fails || count > held[source].count { return false }
    held[target] = Array(held[source].prefix(count))
    return true
  }

  func open(sequence: Int) -> Int { min(sequenceCount, script.state.withLock(\.room)) }

  func state(of sequence: Int) -> [UInt8]? {
    held[sequence].flatMap { token in (0..<4).map { UInt8(truncatingIfNeeded: token >> ($0 * 8)) } }
  }

  func restore(_ state: [UInt8], to sequence: Int, count: Int) -> Bool {
    held[sequence] = stride(from: 0, to: state.count, by: 4).map { start in
      (0..<4).reduce(0) { $0 | TokenID(state[start + $1]) << ($1 * 8) }
    }
    if held[sequence].count == count { return true }
    held[sequence] = []
    return false
  }

  func beginSampling(_ plan: SamplingPlan, sequence: Int) { sampled[sequence] = 0 }

  func endSampling(sequence: Int) { sampled[sequence] = nil }

  /// With a filter, the token that would follow is asked of it first; where that may not come, it
  /// follows from all tokens before it which of the others does.
  func sample(sequence: Int, output: Int, filter: TokenFilter?) -> TokenID? {
    guard let count = sampled[sequence] else { return nil }
    sampled[sequence] = count + 1
    let isOver = count >= script.state.withLock(\.answerLength)
    let next = Self.next(after: held[sequence])
    guard let filter else { return isOver ? Self.endToken : next }
    script.state.withLock { $0.filtered += 1 }
    return filter.choose { mask in
      guard let mask else {
        return isOver ? vocabulary.endTokens.first : next % TokenID(vocabulary.count)
      }
      let tokens = Array(mask)
      return tokens.isEmpty ? nil : tokens[Int(next) % tokens.count]
    }
  }

  func accept(_ tokens: [TokenID], sequence: Int) {
    script.state.withLock { $0.accepted += tokens }
  }

  func tokens(spelling text: [UInt8]) -> [TokenID]? { vocabulary.tokens(spelling: text) }

  func isEndOfGeneration(_ token: TokenID) -> Bool {
    token == Self.endToken || vocabulary.endTokens.contains(token)
  }

  func bytes(of token: TokenID) -> [UInt8] {
    vocabulary.count == 0 ? Array(" \(token)".utf8) : Array(vocabulary.bytes(of: token))
  }
}
