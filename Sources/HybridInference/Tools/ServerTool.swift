/// A tool that Gemini's servers run themselves.
///
/// The on-device model does not support any.
public struct ServerTool: ToolRepresentable, Hashable {
  /// Which tool it is.
  public enum Kind: String, Sendable, Hashable {
    /// Search the Web.
    case googleSearch
    /// Write and run Python.
    case codeExecution
    /// Read the URLs in the prompt.
    case urlContext
    /// Look places up on the map.
    case googleMaps
  }

  /// Which tool it is.
  public let kind: Kind

  /// Grounds the answer in a search of the Web.
  public static func googleSearch() -> ServerTool { .init(kind: .googleSearch) }

  /// Lets the model write Python and run it.
  public static func codeExecution() -> ServerTool { .init(kind: .codeExecution) }

  /// Lets the model read the URLs in the prompt.
  public static func urlContext() -> ServerTool { .init(kind: .urlContext) }

  /// Grounds the answer in places on the map.
  public static func googleMaps() -> ServerTool { .init(kind: .googleMaps) }

  /// What backends are told of the tool.
  public var toolRepresentation: ToolRepresentation { .server(self) }
}

extension ToolRepresentable where Self == ServerTool {
  /// Grounds the answer in a search of the Web.
  public static func googleSearch() -> ServerTool { .init(kind: .googleSearch) }

  /// Lets the model write Python and run it.
  public static func codeExecution() -> ServerTool { .init(kind: .codeExecution) }

  /// Lets the model read the URLs in the prompt.
  public static func urlContext() -> ServerTool { .init(kind: .urlContext) }

  /// Grounds the answer in places on the map.
  public static func googleMaps() -> ServerTool { .init(kind: .googleMaps) }
}
