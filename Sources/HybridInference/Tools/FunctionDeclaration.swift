/// A function that a model may ask to be called.
public struct FunctionDeclaration: Sendable, Hashable {
  /// The function's name: it begins with a letter or `_` and has up to 64 letters, digits, `_`, `-` and
  /// `.`.
  public var name: String
  /// What the function does and when to call it, for the model.
  public var description: String
  /// The schema of its arguments: an object.
  public var parameters: GenerationSchema?

  /// Creates a declaration.
  public init(name: String, description: String, parameters: GenerationSchema? = nil) {
    self.name = name
    self.description = description
    self.parameters = parameters
  }
}

extension FunctionDeclaration {
  /// Throws `invalidRequest` for a name that models do not take.
  package func checkName() throws(GenerationError) {
    // To a regular expression, the sign of kelvins is a K.
    let isASCII = name.utf8.allSatisfy { $0 < 0x80 }
    guard !isASCII || name.wholeMatch(of: /[a-zA-Z_][a-zA-Z0-9_.-]{0,63}/) == nil else { return }
    let shown = String(name.unicodeScalars.prefix(64))
    throw .invalidRequest(
      field: "tools",
      reason: "has a function of the name “\(shown)”: a name begins with a letter or _"
        + " and has up to 64 letters, digits, _, . and -"
    )
  }
}
