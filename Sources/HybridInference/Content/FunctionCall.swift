/// A model's wish that a function be called.
public struct FunctionCall: Sendable, Hashable, Codable {
  /// The function's name.
  public var name: String
  /// The arguments: an object.
  public var arguments: GeneratedContent
  /// The id by which the response is matched, where the model gives one.
  public var id: String?

  /// Creates a call.
  public init(
    name: String,
    arguments: GeneratedContent = .init(kind: .emptyStructure),
    id: String? = nil
  ) {
    self.name = name
    self.arguments = arguments
    self.id = id
  }
}
