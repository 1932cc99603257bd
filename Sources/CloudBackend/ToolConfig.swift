/// How a model uses the tools that it is given.
public struct ToolConfig: Sendable, Hashable {
  /// Whether the model calls functions, and which.
  public var functionCallingConfig: FunctionCallingConfig?
  /// Where the user is, for tools that search.
  public var retrievalConfig: RetrievalConfig?

  /// Creates a configuration.
  public init(
    functionCallingConfig: FunctionCallingConfig? = nil,
    retrievalConfig: RetrievalConfig? = nil
  ) {
    self.functionCallingConfig = functionCallingConfig
    self.retrievalConfig = retrievalConfig
  }
}
