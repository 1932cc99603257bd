/// What can be given to a session as a tool: a ``Tool`` of the app's own, or a ``ServerTool``.
///
/// Another type that stands for a function is declared to the model, and its calls are left to the
/// app: the turn ends with them, in the last entry of the transcript, and the app answers with a prompt
/// of one `Part.functionResponse(_:)` for each. So do calls to a session without any function.
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
