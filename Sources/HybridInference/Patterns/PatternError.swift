/// Why a regular expression cannot be used.
package struct PatternError: Error, Hashable, CustomStringConvertible {
  /// What is wrong with it, as a phrase that begins with the pattern.
  package var description: String

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - pattern: The pattern; a long one is cut.
  ///   - reason: What goes on after "the pattern".
  package init(_ pattern: String, _ reason: String) {
    description = "the pattern “\(pattern.excerpt(80))” \(reason.excerpt(200))"
  }
}
