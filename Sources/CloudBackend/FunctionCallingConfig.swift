/// Whether a model calls the functions that it is given, and which.
public struct FunctionCallingConfig: Sendable, Hashable {
  /// When the model calls functions.
  ///
  /// An open set: an unknown value keeps its name.
  public struct Mode: RawRepresentable, Sendable, Hashable, Codable {
    /// The name on the wire.
    public let rawValue: String

    /// Creates a mode from its name on the wire.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The model decides.
    public static let auto = Mode(rawValue: "AUTO")
    /// The model always calls a function.
    ///
    /// Of a model's own configuration this is for the first answer of a turn: with the results of calls
    /// at hand the model decides, unless the request's `ToolOptions` say otherwise.
    public static let any = Mode(rawValue: "ANY")
    /// The model never calls a function.
    public static let none = Mode(rawValue: "NONE")
    /// The model decides, and its calls always fit the declarations.
    public static let validated = Mode(rawValue: "VALIDATED")
  }

  /// When the model calls functions.
  public var mode: Mode
  /// The only functions that it may call; `nil`: any.
  ///
  /// For the modes `any` and `validated`.
  public var allowedFunctionNames: [String]?

  /// Creates a configuration.
  public init(mode: Mode, allowedFunctionNames: [String]? = nil) {
    self.mode = mode
    self.allowedFunctionNames = allowedFunctionNames
  }

  /// The model decides whether it calls a function.
  public static func auto() -> FunctionCallingConfig { .init(mode: .auto) }

  /// The model always calls a function: one of these, where names are given.
  public static func any(allowedFunctionNames: [String]? = nil) -> FunctionCallingConfig {
    .init(mode: .any, allowedFunctionNames: allowedFunctionNames)
  }

  /// The model never calls a function.
  public static func none() -> FunctionCallingConfig { .init(mode: .none) }

  /// The model decides, and its calls always fit the declarations.
  public static func validated(allowedFunctionNames: [String]? = nil) -> FunctionCallingConfig {
    .init(mode: .validated, allowedFunctionNames: allowedFunctionNames)
  }
}
