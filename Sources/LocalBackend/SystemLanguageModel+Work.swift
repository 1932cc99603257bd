package import HybridInference

extension SystemLanguageModel {
  /// How many steps the loaded model has run so far, and how many tokens it has read in them.
  ///
  /// For measuring.
  package var work: (steps: Int, tokens: Int) {
    slot.current.map { ($0.work.steps, $0.work.tokens) } ?? (0, 0)
  }

  /// How many threads compute, at the most.
  package var computingThreads: Int { configuration.plan(on: machine).threads }

  /// Compiles a schema anew, without the grammars that are kept.
  ///
  /// For measuring.
  ///
  /// - Parameter schema: The schema.
  /// - Returns: How many nodes its grammar has.
  /// - Throws: What of the schema is not supported.
  package static func compile(_ schema: GenerationSchema) throws -> Int {
    try Grammar(.value(schema)).nodes.count
  }
}
