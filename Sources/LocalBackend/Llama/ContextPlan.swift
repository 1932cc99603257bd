/// The sizes of a context.
struct ContextPlan: Sendable, Hashable {
  /// The most tokens of one sequence.
  var contextSize: Int
  /// How many sequences there are.
  var sequences: Int
  /// The most tokens of one step.
  var batchSize: Int
  /// How many threads compute.
  var threads: Int
}
