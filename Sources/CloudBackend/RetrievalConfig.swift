/// Where the user is and what they read, for tools that search.
public struct RetrievalConfig: Sendable, Hashable {
  /// The latitude in degrees, from −90 to 90.
  public var latitude: Double?
  /// The longitude in degrees, from −180 to 180.
  public var longitude: Double?
  /// The language of results, for example `en-GB`.
  public var languageCode: String?

  /// Creates a configuration.
  public init(latitude: Double? = nil, longitude: Double? = nil, languageCode: String? = nil) {
    self.latitude = latitude
    self.longitude = longitude
    self.languageCode = languageCode
  }
}
