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
    var excerpt = pattern.prefix(80)
    if excerpt.utf8.count < pattern.utf8.count { excerpt += "…" }
    description = "the pattern “\(excerpt)” \(reason)"
  }
}
