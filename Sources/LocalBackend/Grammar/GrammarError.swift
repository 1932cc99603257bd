import HybridInference

/// Why a schema cannot be made into a grammar.
struct GrammarError: Error, Hashable, CustomStringConvertible {
  /// What is not supported or not possible, as a phrase.
  var reason: String
  var description: String { reason }

  /// A pattern that holds something that is not supported, or that nothing matches.
  static func pattern(_ pattern: String, _ reason: String) -> GrammarError {
    GrammarError(reason: PatternError(pattern, reason).description)
  }

  /// The same error, which says what it is of; as it is without a name.
  func named(_ name: String) -> GrammarError {
    name.isEmpty ? self : GrammarError(reason: "\(name): \(reason)")
  }
}
