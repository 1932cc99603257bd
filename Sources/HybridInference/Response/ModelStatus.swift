public import Foundation

/// How long a model will still be there.
public struct ModelStatus: Sendable, Hashable {
  /// How far a model is in its life.
  ///
  /// An open set: an unknown value keeps its name.
  public struct Stage: RawRepresentable, Sendable, Hashable, Codable {
    /// The name on the wire.
    public let rawValue: String

    /// Creates a value from its name on the wire.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// It may change at any time.
    public static let unstableExperimental = Stage(rawValue: "UNSTABLE_EXPERIMENTAL")
    /// It is for trying out.
    public static let experimental = Stage(rawValue: "EXPERIMENTAL")
    /// It is nearly final.
    public static let preview = Stage(rawValue: "PREVIEW")
    /// It is for use.
    public static let stable = Stage(rawValue: "STABLE")
    /// There is a newer one.
    public static let legacy = Stage(rawValue: "LEGACY")
    /// It will be gone soon.
    public static let deprecated = Stage(rawValue: "DEPRECATED")
    /// It is gone.
    public static let retired = Stage(rawValue: "RETIRED")
    /// The server did not say.
    public static let unspecified = Stage(rawValue: "MODEL_STAGE_UNSPECIFIED")
  }

  /// How far the model is in its life.
  public var stage: Stage
  /// When the model will be gone; `nil` when that is not known.
  public var retirementTime: Date?
  /// More on it, in words.
  public var message: String?

  /// Creates a status.
  public init(stage: Stage = .unspecified, retirementTime: Date? = nil, message: String? = nil) {
    self.stage = stage
    self.retirementTime = retirementTime
    self.message = message
  }
}
