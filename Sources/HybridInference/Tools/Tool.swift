/// A function of the app's that a model may call.
///
/// The session carries the calls out and tells the model what came of them, until it answers. What
/// the model is told of the arguments is derived from their type; a call whose arguments do not fit is
/// not carried out.
public protocol Tool: ToolRepresentable {
  /// The arguments of a call: a struct, whose properties are what the model fills in.
  associatedtype Arguments: Generable
  /// What a call returns; the model is told it as JSON.
  associatedtype Output: Encodable & Sendable

  /// The tool's name: it begins with a letter or `_` and has up to 64 letters, digits, `_`, `-` and
  /// `.`.
  var name: String { get }

  /// What the tool does and when to call it, for the model.
  var description: String { get }

  /// Carries out one call.
  ///
  /// Calls of one answer run concurrently. The task is cancelled with the turn; the session waits for
  /// the call to end, so a long one should heed that. What it throws is told to the model, or ends the
  /// turn: see ``ToolOptions/errors``. A prompt that it gives to its own session is refused with
  /// `concurrentRequests`.
  func call(arguments: Arguments) async throws -> Output
}

extension Tool {
  /// What backends are told of the tool.
  public var toolRepresentation: ToolRepresentation {
    .function(
      FunctionDeclaration(
        name: name,
        description: description,
        parameters: Arguments.generationSchema
      )
    )
  }
}
