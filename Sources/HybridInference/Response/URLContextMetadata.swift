/// The URLs that a model read for its answer.
public struct URLContextMetadata: Sendable, Hashable {
  /// One URL and what came of reading it.
  public struct URLMetadata: Sendable, Hashable {
    /// The address that was read; `nil` when the server did not say.
    public var retrievedURL: String?
    /// What came of it.
    public var retrievalStatus: URLRetrievalStatus

    /// Creates the metadata of one URL.
    public init(retrievedURL: String? = nil, retrievalStatus: URLRetrievalStatus) {
      self.retrievedURL = retrievedURL
      self.retrievalStatus = retrievalStatus
    }
  }

  /// The URLs, in the order in which they were read.
  public var urlMetadata: [URLMetadata]

  /// Creates the metadata.
  public init(urlMetadata: [URLMetadata] = []) {
    self.urlMetadata = urlMetadata
  }
}
