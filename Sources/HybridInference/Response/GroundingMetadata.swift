public import Foundation

/// The sources that an answer is grounded in, and which passages each one supports.
public struct GroundingMetadata: Sendable, Hashable {
  /// A passage of the answer and the sources that support it.
  public struct GroundingSupport: Sendable, Hashable {
    /// The passage.
    public var segment: Segment
    /// The positions of its sources in ``GroundingMetadata/groundingChunks``.
    public var groundingChunkIndices: [Int]
    /// How well each source supports the passage, from 0 to 1, in the same order.
    public var confidenceScores: [Double]
    /// The positions of the parts that hold the passage as the server renders it (Vertex AI).
    public var renderedParts: [Int]

    /// Creates a support.
    public init(
      segment: Segment = .init(),
      groundingChunkIndices: [Int] = [],
      confidenceScores: [Double] = [],
      renderedParts: [Int] = []
    ) {
      self.segment = segment
      self.groundingChunkIndices = groundingChunkIndices
      self.confidenceScores = confidenceScores
      self.renderedParts = renderedParts
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

  /// Search suggestions, which the terms of Google Search ask to be shown.
  public struct SearchEntryPoint: Sendable, Hashable {
    /// The suggestions as HTML.
    public var renderedContent: String?
    /// The suggestions as pairs of search term and address, in JSON.
    public var sdkBlob: Data?

    /// Creates an entry point.
    public init(renderedContent: String? = nil, sdkBlob: Data? = nil) {
      self.renderedContent = renderedContent
      self.sdkBlob = sdkBlob
    }
  }

  /// What the server says of its decision to search.
  public struct RetrievalMetadata: Sendable, Hashable {
    /// How likely it is that a search helps to answer, from 0 to 1; `nil` when the server did not
    /// say.
    public var googleSearchDynamicRetrievalScore: Double?

    /// Creates the metadata.
    public init(googleSearchDynamicRetrievalScore: Double? = nil) {
      self.googleSearchDynamicRetrievalScore = googleSearchDynamicRetrievalScore
    }
  }

  /// The searches that the model made.
  public var webSearchQueries: [String]
  /// The searches for images that the model made.
  public var imageSearchQueries: [String]
  /// The searches in documents that the model made.
  public var retrievalQueries: [String]
  /// The sources.
  public var groundingChunks: [GroundingChunk]
  /// The passages that sources support.
  public var groundingSupports: [GroundingSupport]
  /// Search suggestions, which the terms of Google Search ask to be shown.
  public var searchEntryPoint: SearchEntryPoint?
  /// What the server says of its decision to search.
  public var retrievalMetadata: RetrievalMetadata?
  /// A token for a map widget.
  public var googleMapsWidgetContextToken: String?

  /// Creates the metadata.
  public init(
    webSearchQueries: [String] = [],
    groundingChunks: [GroundingChunk] = [],
    groundingSupports: [GroundingSupport] = [],
    searchEntryPoint: SearchEntryPoint? = nil,
    googleMapsWidgetContextToken: String? = nil,
    imageSearchQueries: [String] = [],
    retrievalQueries: [String] = [],
    retrievalMetadata: RetrievalMetadata? = nil
  ) {
    self.webSearchQueries = webSearchQueries
    self.groundingChunks = groundingChunks
    self.groundingSupports = groundingSupports
    self.searchEntryPoint = searchEntryPoint
    self.googleMapsWidgetContextToken = googleMapsWidgetContextToken
    self.imageSearchQueries = imageSearchQueries
    self.retrievalQueries = retrievalQueries
    self.retrievalMetadata = retrievalMetadata
  }
}
