/// A detail of a server's error, as Google's APIs define them.
public enum ErrorDetail: Sendable, Hashable {
  /// Why the error happened, for programs.
  case errorInfo(ErrorInfo)
  /// How long to wait before the request is sent again; `nil` when the server did not say.
  case retryInfo(retryDelay: Duration?)
  /// Which quotas are used up.
  case quotaFailure([QuotaViolation])
  /// Which fields of the request are wrong.
  case badRequest([FieldViolation])
  /// Where to read on.
  case help([Link])
  /// A message for the user, in a language of theirs.
  case localizedMessage(locale: String, message: String)
  /// A detail that this library does not know, as the server sent it.
  case other(GeneratedContent)

  /// Why an error happened.
  public struct ErrorInfo: Sendable, Hashable {
    /// The reason, for example `API_KEY_INVALID`.
    public var reason: String
    /// Whose reason it is, for example `googleapis.com`.
    public var domain: String
    /// More on it, by name.
    public var metadata: [String: String]

    /// Creates the information.
    public init(reason: String = "", domain: String = "", metadata: [String: String] = [:]) {
      self.reason = reason
      self.domain = domain
      self.metadata = metadata
    }
  }

  /// A quota that is used up.
  public struct QuotaViolation: Sendable, Hashable {
    /// Whose quota it is.
    public var subject: String?
    /// What is used up, in words.
    public var description: String?
    /// What is counted.
    public var quotaMetric: String?
    /// The quota's id, for example `GenerateRequestsPerDayPerProjectPerModel-FreeTier`.
    public var quotaID: String?
    /// What the quota is counted for, by name: a model, a place.
    public var quotaDimensions: [String: String]
    /// The limit, as a number.
    public var quotaValue: String?

    /// Creates a violation.
    public init(
      subject: String? = nil,
      description: String? = nil,
      quotaMetric: String? = nil,
      quotaID: String? = nil,
      quotaDimensions: [String: String] = [:],
      quotaValue: String? = nil
    ) {
      self.subject = subject
      self.description = description
      self.quotaMetric = quotaMetric
      self.quotaID = quotaID
      self.quotaDimensions = quotaDimensions
      self.quotaValue = quotaValue
    }

    /// Whether the quota is one per day: then it is not free again for hours.
    public var isDaily: Bool { quotaID?.contains("PerDay") ?? false }
  }

  /// A field of the request that is wrong.
  public struct FieldViolation: Sendable, Hashable {
    /// The field's path.
    public var field: String
    /// What is wrong with it, in words.
    public var description: String
    /// The reason, for programs.
    public var reason: String?

    /// Creates a violation.
    public init(field: String = "", description: String = "", reason: String? = nil) {
      self.field = field
      self.description = description
      self.reason = reason
    }
  }

  /// A page to read on.
  public struct Link: Sendable, Hashable {
    /// What the page is about.
    public var description: String
    /// The page's address.
    public var url: String

    /// Creates a link.
    public init(description: String = "", url: String = "") {
      self.description = description
      self.url = url
    }
  }
}
