/// What came of reading a URL.
///
/// An open set: an unknown value keeps its name.
public struct URLRetrievalStatus: RawRepresentable, Sendable, Hashable, Codable {
  /// The name on the wire.
  public let rawValue: String

  /// Creates a value from its name on the wire.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// It was read.
  public static let success = URLRetrievalStatus(rawValue: "URL_RETRIEVAL_STATUS_SUCCESS")
  /// It could not be read.
  public static let error = URLRetrievalStatus(rawValue: "URL_RETRIEVAL_STATUS_ERROR")
  /// It is behind a paywall.
  public static let paywall = URLRetrievalStatus(rawValue: "URL_RETRIEVAL_STATUS_PAYWALL")
  /// Its content is unsafe.
  public static let unsafe = URLRetrievalStatus(rawValue: "URL_RETRIEVAL_STATUS_UNSAFE")
  /// The server did not say.
  public static let unspecified = URLRetrievalStatus(rawValue: "URL_RETRIEVAL_STATUS_UNSPECIFIED")
}
