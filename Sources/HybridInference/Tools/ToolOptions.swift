/// How a model uses the tools of a session, and what the session does with its calls.
///
/// A session has such options, and so has each request; what a request sets wins, field by field.
public struct ToolOptions: Sendable, Hashable {
  /// When a model calls functions.
  public enum Mode: Sendable, Hashable {
    /// As the session says; where that says nothing either, as the model was made, which is mostly
    /// ``auto``.
    case `default`
    /// The model decides.
    case auto
    /// The model begins with a call.
    ///
    /// Once it has got results it decides, as with ``auto``: else no turn would end.
    case required
    /// The model calls no function.
    case none
  }

  /// What happens when a call fails: the function is not known or not allowed, the arguments do not
  /// fit, or the function throws.
  public enum ErrorHandling: Sendable, Hashable {
    /// The model is told, and the turn goes on.
    case reportedToModel
    /// The turn ends with ``GenerationError/toolCallFailed(name:reason:underlyingError:)``; the other
    /// calls of the answer are cancelled.
    case endTurn
  }

  /// Decides about a call.
  public typealias Approve = @Sendable (FunctionCall) async throws -> ToolApproval

  /// When the model calls functions.
  public var mode: Mode
  /// The only functions that the model may call; `nil`: all.
  ///
  /// Calls of others fail. It is for all rounds of a turn.
  public var allowedNames: [String]?
  /// How many answers of one turn may hold calls, from 0; `nil`: 10.
  ///
  /// One more ends the turn with `toolCallFailed`.
  public var maximumRounds: Int?
  /// What happens when a call fails; `nil`: the model is told.
  public var errors: ErrorHandling?
  private var approval: Approval?

  /// Creates options of the values that are given.
  ///
  /// - Parameters:
  ///   - mode: When the model calls functions.
  ///   - allowedNames: The only functions that the model may call; `nil`: all.
  ///   - maximumRounds: How many answers of one turn may hold calls, from 0; `nil`: 10.
  ///   - errors: What happens when a call fails; `nil`: the model is told.
  ///   - approve: Decides about each call first; see ``approve``.
  public init(
    mode: Mode = .default,
    allowedNames: [String]? = nil,
    maximumRounds: Int? = nil,
    errors: ErrorHandling? = nil,
    approve: Approve? = nil
  ) {
    self.mode = mode
    self.allowedNames = allowedNames
    self.maximumRounds = maximumRounds
    self.errors = errors
    self.approve = approve
  }

  /// Decides about each call, before anything else is done with it; `nil`: calls are allowed.
  ///
  /// It is asked about one call at a time, in their order, while calls that it has allowed run already.
  /// It sees calls of unknown functions too, and arguments that may not fit. What it throws ends the
  /// turn with `toolCallFailed`; `CancellationError` cancels the turn.
  ///
  /// Options are equal only to their own copies when they have this.
  public var approve: Approve? {
    get { approval?.approve }
    set { approval = newValue.map(Approval.init) }
  }

  /// A function by its identity.
  private final class Approval: Sendable, Hashable {
    let approve: Approve

    init(approve: @escaping Approve) {
      self.approve = approve
    }

    static func == (first: Approval, second: Approval) -> Bool { first === second }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }
}

extension ToolOptions {
  /// How many answers of one turn may hold calls, where nobody says.
  static let defaultMaximumRounds = 10

  /// The options in which what others set wins.
  func overridden(by other: ToolOptions) -> ToolOptions {
    var options = self
    if other.mode != .default { options.mode = other.mode }
    options.allowedNames = other.allowedNames ?? allowedNames
    options.maximumRounds = other.maximumRounds ?? maximumRounds
    options.errors = other.errors ?? errors
    options.approval = other.approval ?? approval
    return options
  }
}
