/// One step of a compiled grammar; steps name each other by their place in ``Grammar/nodes``.
enum GrammarNode: Sendable, Hashable {
  /// A place in the list of nodes.
  typealias ID = Int32

  /// Takes one byte of a range.
  case byte(least: UInt8, most: UInt8, next: ID)
  /// Goes on in two ways.
  case either(ID, ID)
  /// Takes what a rule describes, then goes on.
  case call(rule: Int32, next: ID)
  /// The rule ends.
  case leave
  /// The whole text ends here, or may end here.
  case end
  /// One more element of the rule's list has come.
  case counted(next: ID)
  /// Goes on only after so many elements at least.
  case atLeast(Int32, next: ID)
  /// Goes on only while there are fewer elements.
  case below(Int32, next: ID)
  /// No way leads on.
  case never
}
