/// What an app decides about a call before it is carried out.
public enum ToolApproval: Sendable {
  /// The call is carried out.
  case allow
  /// The call is not carried out, and the model is told why.
  ///
  /// It does not count as an error: the turn goes on.
  case refuse(reason: String)
  /// The call is not carried out, and the model is told this as its output.
  case supply(output: any Encodable & Sendable)
}
