/// How a model uses the tools that it is given.
public struct ToolConfig: Sendable, Hashable {
  /// Whether the model calls functions, and which.
  public var functionCallingConfig: FunctionCallingConfig?
  /// Where the user is, for tools that search.
  public var retrievalConfig: RetrievalConfig?
  /// Whether the answer tells which tools the server ran, and with what result; `nil` leaves it to
  /// the server.
  ///
  /// Such parts are of an unknown kind here (`Part.Content.unknown`), and go back unchanged.
  public var includeServerSideToolInvocations: Bool?

  /// Creates a configuration.
  public init(
    functionCallingConfig: FunctionCallingConfig? = nil,
    retrievalConfig: RetrievalConfig? = nil,
    includeServerSideToolInvocations: Bool? = nil
  ) {
    self.functionCallingConfig = functionCallingConfig
    self.retrievalConfig = retrievalConfig
    self.includeServerSideToolInvocations = includeServerSideToolInvocations
  }
}
