/// Code that a model wrote and its server ran.
public struct ExecutableCode: Sendable, Hashable, Codable {
  /// The programming language.
  ///
  /// An open set.
  public struct Language: RawRepresentable, Sendable, Hashable, Codable {
    /// The language's name on the wire.
    public let rawValue: String

    /// Creates a language from its name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The server did not say.
    public static let unspecified = Language(rawValue: "LANGUAGE_UNSPECIFIED")
    /// Python 3.
    public static let python = Language(rawValue: "PYTHON")
  }

  /// The programming language.
  public var language: Language
  /// The source text.
  public var code: String
  /// The id by which the result is matched, where the model gives one.
  public var id: String?

  /// Creates a piece of code.
  public init(language: Language = .python, code: String, id: String? = nil) {
    self.language = language
    self.code = code
    self.id = id
  }
}
