/// A function of the app's that a model may call.
///
/// A session with such a tool throws `unsupportedPromptContent` for now: calls are not carried out
/// yet.
public protocol Tool: ToolRepresentable {
  /// The arguments of a call.
  associatedtype Arguments: Generable
  /// What a call returns.
  associatedtype Output: Encodable & Sendable

  /// The tool's name: letters, digits, `_`, `-` and `.`, at most 64 of them.
  var name: String { get }

  /// What the tool does and when to call it, for the model.
  var description: String { get }

  /// Carries out one call. Calls of one answer run concurrently.
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
