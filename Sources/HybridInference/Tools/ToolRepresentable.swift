/// What can be given to a session as a tool: a ``Tool`` of the app's own, or a ``ServerTool``.
public protocol ToolRepresentable: Sendable {
  /// What backends are told of the tool.
  var toolRepresentation: ToolRepresentation { get }
}

/// What backends are told of a tool.
public enum ToolRepresentation: Sendable, Hashable {
  /// A function of the app's.
  case function(FunctionDeclaration)
  /// A tool that the model's server runs.
  case server(ServerTool)
}
