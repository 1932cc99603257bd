/// A function that a model may ask to be called.
public struct FunctionDeclaration: Sendable, Hashable {
  /// The function's name: letters, digits, `_`, `-` and `.`, at most 64 of them.
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
