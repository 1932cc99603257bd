/// The sources that an answer cites.
public struct CitationMetadata: Sendable, Hashable {
  /// One passage of the answer and its source.
  public struct Citation: Sendable, Hashable {
    /// Where the passage begins, in bytes of UTF-8 from the start of the answer's text.
    public var startIndex: Int
    /// Where the passage ends, exclusive, in bytes; `nil` when the server did not say.
    public var endIndex: Int?
    /// The source's address.
    public var uri: String?
    /// The source's title.
    public var title: String?
    /// The licence of the source.
    public var license: String?
    /// The day on which the source was published, as `YYYY-MM-DD`, or the part of it that is known.
    public var publicationDate: String?

    /// Creates a citation.
    public init(
      startIndex: Int = 0,
      endIndex: Int? = nil,
      uri: String? = nil,
      title: String? = nil,
      license: String? = nil,
      publicationDate: String? = nil
    ) {
      self.startIndex = startIndex
      self.endIndex = endIndex
      self.uri = uri
      self.title = title
      self.license = license
      self.publicationDate = publicationDate
    }
  }

  /// The citations, in the order of the answer.
  public var citations: [Citation]

  /// Creates the metadata.
  public init(citations: [Citation] = []) {
    self.citations = citations
  }
}
