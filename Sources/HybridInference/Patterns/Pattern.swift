/// A regular expression that has been read.
package indirect enum Pattern: Sendable, Hashable {
  /// One character of a set.
  case set(ScalarSet)
  /// One after the other; of none, the empty text.
  case sequence([Pattern])
  /// Any one of them.
  case choice([Pattern])
  /// Again and again, so many times at least and at most.
  case repeated(Pattern, least: Int, most: Int?)
  /// The text begins here.
  case start
  /// The text ends here.
  case end
  /// What comes is like this, or is not; nothing of it is taken.
  case ahead(Pattern, isNegated: Bool)
  /// A word begins or ends here, or neither.
  case wordBoundary(isNegated: Bool)
}
