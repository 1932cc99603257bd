extension String {
  /// The text, or its beginning and “…” when it has more scalars than that.
  ///
  /// Of scalars: what readers see as one character has no bound.
  package func excerpt(_ most: Int = 40) -> String {
    let scalars = unicodeScalars
    guard let end = scalars.index(startIndex, offsetBy: most, limitedBy: endIndex), end < endIndex
    else { return self }
    return String(scalars[..<scalars.index(before: end)]) + "…"
  }
}
