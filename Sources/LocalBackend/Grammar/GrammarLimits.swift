/// What keeps an answer from going on for ever where its schema sets no bound.
struct GrammarLimits: Sendable, Hashable {
  /// After so many bytes, a text takes the shortest way to its end.
  var textBytes = 4096
  /// The most elements of an array, and entries of a dictionary, of a schema that sets no maximum.
  var elements = 128
  /// How many levels of rules an answer may be deeper than its schema needs at least; a level of JSON
  /// is one to three of them.
  var depth = 48
}
