public import Foundation

/// A piece of content: text, data, a function call and so on.
///
/// Each kind can be part of a model's thinking (``isThought``) and can carry an opaque signature of
/// it (``thoughtSignature``), which goes back to the model unchanged.
public struct Part: Sendable, Hashable {
  /// What a part holds.
  public enum Content: Sendable, Hashable {
    /// Text.
    case text(String)
    /// Bytes (an image, a sound, a document) of a MIME type, sent inside the request.
    case inlineData(Data, mimeType: String)
    /// A file that the server can read, by its URI.
    case fileData(uri: String, mimeType: String)
    /// The model asks for a function to be called.
    case functionCall(FunctionCall)
    /// The result of a function that the model had asked for.
    case functionResponse(FunctionResponse)
    /// Code that the server's code execution ran.
    case executableCode(ExecutableCode)
    /// What that code printed.
    case codeExecutionResult(CodeExecutionResult)
    /// A kind of part that this library does not know, kept as the server sent it.
    case unknown(GeneratedContent)
  }

  /// What the part holds.
  public var content: Content
  /// Whether the part belongs to the model's thinking and not to its answer.
  public var isThought: Bool
  /// An opaque signature of the thinking behind this part, in Base64 as the model gave it.
  public var thoughtSignature: String?
  /// Which frames of a video a cloud model looks at, of a part that is one.
  public var videoMetadata: VideoMetadata?
  /// How finely a cloud model reads this image, video or document; `nil`: as the options say.
  public var mediaResolution: MediaResolution?

  /// Creates a part.
  public init(
    _ content: Content,
    isThought: Bool = false,
    thoughtSignature: String? = nil,
    videoMetadata: VideoMetadata? = nil,
    mediaResolution: MediaResolution? = nil
  ) {
    self.content = content
    self.isThought = isThought
    self.thoughtSignature = thoughtSignature
    self.videoMetadata = videoMetadata
    self.mediaResolution = mediaResolution
  }

  /// A part of text.
  public static func text(_ text: String) -> Part {
    Part(.text(text))
  }

  /// A part of bytes, with their MIME type, for example `image/png`.
  public static func inlineData(_ data: Data, mimeType: String) -> Part {
    Part(.inlineData(data, mimeType: mimeType))
  }

  /// A file that the server can read, for example at `gs://…` or from its file store.
  public static func fileData(uri: String, mimeType: String) -> Part {
    Part(.fileData(uri: uri, mimeType: mimeType))
  }

  /// A call that a model asked for.
  public static func functionCall(_ call: FunctionCall) -> Part {
    Part(.functionCall(call))
  }

  /// The result of a call that a model asked for.
  public static func functionResponse(_ response: FunctionResponse) -> Part {
    Part(.functionResponse(response))
  }

  /// The text, of a part that is text.
  public var text: String? {
    if case .text(let text) = content { text } else { nil }
  }

  /// Whether the part says nothing: text of no characters.
  package var isEmptyText: Bool { text?.isEmpty ?? false }
}
