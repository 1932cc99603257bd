/// Lets only those tokens pass that go on with a constrained answer.
struct TokenFilter {
  /// The answer so far.
  let constraint: OutputConstraint
  let vocabulary: Vocabulary

  /// Whether a token may come next.
  func allows(_ token: TokenID) -> Bool {
    if vocabulary.endTokens.contains(token) { return constraint.canEnd }
    let bytes = vocabulary.bytes(of: token)
    return !bytes.isEmpty && constraint.allows(bytes)
  }

  /// All tokens that may come next.
  var allowedTokens: TokenMask {
    var mask = constraint.allowedTokens(of: vocabulary)
    if constraint.canEnd {
      for token in vocabulary.endTokens { mask.insert(token) }
    }
    return mask
  }

  /// Chooses a token.
  ///
  /// Most of the time the token that would be picked anyway may come; only when it may not is the
  /// whole vocabulary looked at.
  ///
  /// - Parameter pick: Picks from a set of tokens, or from all.
  /// - Returns: A token that may come next; `nil` when there is none.
  func choose(_ pick: (TokenMask?) -> TokenID?) -> TokenID? {
    guard let first = pick(nil) else { return nil }
    if allows(first) { return first }
    let mask = allowedTokens
    return mask.isEmpty ? nil : pick(mask)
  }
}
