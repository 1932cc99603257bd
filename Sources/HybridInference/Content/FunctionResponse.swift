/// The result of a function that a model had asked for.
public struct FunctionResponse: Sendable, Hashable, Codable {
  /// The function's name, as in the call.
  public var name: String
  /// The result: an object.
  public var response: GeneratedContent
  /// The id of the call, where it had one.
  public var id: String?

  /// Creates a response.
  public init(name: String, response: GeneratedContent, id: String? = nil) {
    self.name = name
    self.response = response
    self.id = id
  }
}
