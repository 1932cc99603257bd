/// The sources that an answer is grounded in, and which passages each one supports.
public struct GroundingMetadata: Sendable, Hashable {
  /// A source: a page of the Web, a place on the map, or a retrieved document.
  public struct GroundingChunk: Sendable, Hashable {
    /// A page of the Web.
    public struct WebSource: Sendable, Hashable {
      /// The page's address.
      public var uri: String?
      /// The page's title.
      public var title: String?
      /// The domain that the page is from.
      public var domain: String?

      /// Creates a source.
      public init(uri: String? = nil, title: String? = nil, domain: String? = nil) {
        self.uri = uri
        self.title = title
        self.domain = domain
      }
    }

    /// A place on the map.
    public struct MapsSource: Sendable, Hashable {
      /// The place's address on the map service.
      public var uri: String?
      /// The place's name.
      public var title: String?
      /// What the answer says of the place.
      public var text: String?
      /// The place's id, as `places/…`.
      public var placeID: String?

      /// Creates a source.
      public init(
        uri: String? = nil,
        title: String? = nil,
        text: String? = nil,
        placeID: String? = nil
      ) {
        self.uri = uri
        self.title = title
        self.text = text
        self.placeID = placeID
      }
    }

    /// A document that the server retrieved.
    public struct RetrievedSource: Sendable, Hashable {
      /// The document's address.
      public var uri: String?
      /// The document's title.
      public var title: String?
      /// The passage that was retrieved.
      public var text: String?

      /// Creates a source.
      public init(uri: String? = nil, title: String? = nil, text: String? = nil) {
        self.uri = uri
        self.title = title
        self.text = text
      }
    }

    /// The page, where the source is one.
    public var web: WebSource?
    /// The place, where the source is one.
    public var maps: MapsSource?
    /// The document, where the source is one.
    public var retrievedContext: RetrievedSource?

    /// Creates a source.
    public init(
      web: WebSource? = nil,
      maps: MapsSource? = nil,
      retrievedContext: RetrievedSource? = nil
    ) {
      self.web = web
      self.maps = maps
      self.retrievedContext = retrievedContext
    }
  }

  /// A passage of the answer and the sources that support it.
  public struct GroundingSupport: Sendable, Hashable {
    /// The passage.
    public var segment: Segment
    /// The positions of its sources in ``GroundingMetadata/groundingChunks``.
    public var groundingChunkIndices: [Int]
    /// How well each source supports the passage, from 0 to 1, in the same order.
    public var confidenceScores: [Double]

    /// Creates a support.
    public init(
      segment: Segment = .init(),
      groundingChunkIndices: [Int] = [],
      confidenceScores: [Double] = []
    ) {
      self.segment = segment
      self.groundingChunkIndices = groundingChunkIndices
      self.confidenceScores = confidenceScores
    }
  }

  /// A passage of the answer.
  public struct Segment: Sendable, Hashable {
    /// The position of the part that the passage is in.
    public var partIndex: Int
    /// Where the passage begins, in bytes of UTF-8 from the start of the part.
    public var startIndex: Int
    /// Where the passage ends, exclusive, in bytes.
    public var endIndex: Int
    /// The passage's text.
    public var text: String

    /// Creates a passage.
    public init(partIndex: Int = 0, startIndex: Int = 0, endIndex: Int = 0, text: String = "") {
      self.partIndex = partIndex
      self.startIndex = startIndex
      self.endIndex = endIndex
      self.text = text
    }
  }

  /// The searches that the model made.
  public var webSearchQueries: [String]
  /// The sources.
  public var groundingChunks: [GroundingChunk]
  /// The passages that sources support.
  public var groundingSupports: [GroundingSupport]
  /// HTML with search suggestions, which the terms of Google Search ask to be shown.
  public var searchEntryPoint: String?
  /// A token for a map widget.
  public var googleMapsWidgetContextToken: String?

  /// Creates the metadata.
  public init(
    webSearchQueries: [String] = [],
    groundingChunks: [GroundingChunk] = [],
    groundingSupports: [GroundingSupport] = [],
    searchEntryPoint: String? = nil,
    googleMapsWidgetContextToken: String? = nil
  ) {
    self.webSearchQueries = webSearchQueries
    self.groundingChunks = groundingChunks
    self.groundingSupports = groundingSupports
    self.searchEntryPoint = searchEntryPoint
    self.googleMapsWidgetContextToken = googleMapsWidgetContextToken
  }
}
