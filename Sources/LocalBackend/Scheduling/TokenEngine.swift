/// What the scheduler needs of a model that runs: the seam between deciding and computing.
///
/// An engine belongs to one thread. It holds a fixed number of sequences, each a row of tokens that
/// it has read.
protocol TokenEngine: AnyObject {
  /// How many sequences there are.
  var sequenceCount: Int { get }

  /// The most tokens of one step.
  var batchSize: Int { get }

  /// Makes room for a sequence, before it is used for the first time.
  ///
  /// - Returns: How many sequences there is room for now; fewer than wanted where memory is short.
  func open(sequence: Int) -> Int

  /// All that the engine knows of a sequence, as bytes that only it understands; `nil` if it cannot.
  func state(of sequence: Int) -> [UInt8]?

  /// Puts what `state(of:)` gave into a sequence, in place of what it holds.
  ///
  /// - Parameters:
  ///   - state: The bytes, of the same model.
  ///   - sequence: The sequence.
  ///   - count: How many tokens the state is of.
  /// - Returns: Whether the sequence holds it now. `false`: it holds nothing.
  func restore(_ state: [UInt8], to sequence: Int, count: Int) -> Bool

  /// Runs the tokens of one step.
  func run(_ step: BatchStep) -> StepOutcome

  /// Forgets a sequence's tokens from a position on.
  ///
  /// - Returns: Whether exactly the tokens before it remain. `false`: nothing remains.
  func trim(sequence: Int, to count: Int) -> Bool

  /// Gives a sequence the first `count` tokens of another one, in place of what it holds.
  ///
  /// - Returns: Whether it has them. `false`: it holds nothing.
  func copy(sequence source: Int, to target: Int, count: Int) -> Bool

  /// Makes ready to pick tokens for a sequence.
  func beginSampling(_ plan: SamplingPlan, sequence: Int)

  /// Ends picking tokens for a sequence.
  func endSampling(sequence: Int)

  /// Picks the token that follows, from an output of the last step, and counts it as picked.
  ///
  /// - Parameters:
  ///   - sequence: The sequence, for which sampling has begun.
  ///   - output: The place of the output's token in the step, counting all tokens.
  ///   - filter: What the token has to pass; `nil`: any token may come.
  /// - Returns: The token; `nil` when sampling has not begun or no token passes.
  func sample(sequence: Int, output: Int, filter: TokenFilter?) -> TokenID?

  /// Counts tokens as picked that were not: they come in any case.
  func accept(_ tokens: [TokenID], sequence: Int)

  /// What the tokens stand for.
  var vocabulary: Vocabulary { get }

  /// The tokens that a text is best read as; `nil` when no tokens stand for exactly these bytes.
  func tokens(spelling text: [UInt8]) -> [TokenID]?

  /// Whether the token ends an answer.
  func isEndOfGeneration(_ token: TokenID) -> Bool

  /// The bytes that a token stands for; perhaps part of a character.
  func bytes(of token: TokenID) -> [UInt8]
}
