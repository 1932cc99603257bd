import HybridInference

/// What a constrained answer is made of, before it is compiled.
///
/// `.value(schema)` alone is constrained from its first token on. For answers that may also be free
/// text there is ``freeText(until:then:)``: the model writes what it likes until a marker comes, and
/// from there on it is held to what follows.
///
/// ```
/// // One call of a tool, from the first token on.
/// .sequence([.literal("<tool_call>\n"), .value(call), .literal("\n</tool_call>")])
/// // Text, and any number of calls in it.
/// .freeText(until: "<tool_call>", then: .sequence([.literal("\n"), .value(call), .literal("\n</tool_call>")]))
/// ```
indirect enum GrammarForm: Sendable, Hashable {
  /// Exactly this text.
  case literal(String)
  /// A value that fits a schema, as JSON without white space.
  case value(GenerationSchema)
  /// One after the other.
  case sequence([GrammarForm])
  /// Any one of them.
  case anyOf([GrammarForm])
  /// The same as a form; what is wrong with it is said to be of this.
  case named(String, GrammarForm)
  /// Free text, which may end anywhere; each time that the marker comes in it, the form follows, and
  /// then free text again.
  case freeText(until: String, then: GrammarForm)
}
