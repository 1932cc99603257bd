/// What came of code that a model's server ran.
public struct CodeExecutionResult: Sendable, Hashable, Codable {
  /// How the run ended.
  ///
  /// An open set.
  public struct Outcome: RawRepresentable, Sendable, Hashable, Codable {
    /// The outcome's name on the wire.
    public let rawValue: String

    /// Creates an outcome from its name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The server did not say.
    public static let unspecified = Outcome(rawValue: "OUTCOME_UNSPECIFIED")
    /// The code ran to its end.
    public static let ok = Outcome(rawValue: "OUTCOME_OK")
    /// The code failed; the output is what it wrote to standard error.
    public static let failed = Outcome(rawValue: "OUTCOME_FAILED")
    /// The code ran for too long.
    public static let deadlineExceeded = Outcome(rawValue: "OUTCOME_DEADLINE_EXCEEDED")
  }

  /// How the run ended.
  public var outcome: Outcome
  /// What the code printed; `nil` when it printed nothing.
  public var output: String?
  /// The id of the code that was run, where it had one.
  public var id: String?

  /// Creates a result.
  public init(outcome: Outcome, output: String? = nil, id: String? = nil) {
    self.outcome = outcome
    self.output = output
    self.id = id
  }
}
