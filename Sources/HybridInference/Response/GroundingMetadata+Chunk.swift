extension GroundingMetadata {
  /// A source: a page of the Web, an image, a place on the map, or a retrieved document.
  public struct GroundingChunk: Sendable, Hashable {
    /// The page, where the source is one.
    public var web: WebSource?
    /// The image, where the source is one.
    public var image: ImageSource?
    /// The place, where the source is one.
    public var maps: MapsSource?
    /// The document, where the source is one.
    public var retrievedContext: RetrievedSource?

    /// Creates a source.
    public init(
      web: WebSource? = nil,
      image: ImageSource? = nil,
      maps: MapsSource? = nil,
      retrievedContext: RetrievedSource? = nil
    ) {
      self.web = web
      self.image = image
      self.maps = maps
      self.retrievedContext = retrievedContext
    }
  }
}

extension GroundingMetadata.GroundingChunk {
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

  /// An image that a search has found.
  public struct ImageSource: Sendable, Hashable {
    /// The address of the page that shows the image.
    public var sourceURI: String?
    /// The image's own address.
    public var imageURI: String?
    /// The page's title.
    public var title: String?
    /// The domain that the page is from.
    public var domain: String?

    /// Creates a source.
    public init(
      sourceURI: String? = nil,
      imageURI: String? = nil,
      title: String? = nil,
      domain: String? = nil
    ) {
      self.sourceURI = sourceURI
      self.imageURI = imageURI
      self.title = title
      self.domain = domain
    }
  }

  /// A place on the map.
  public struct MapsSource: Sendable, Hashable {
    /// A review that the answer draws on.
    public struct ReviewSnippet: Sendable, Hashable {
      /// The review's id.
      public var reviewID: String?
      /// The review's address on the map service.
      public var googleMapsURI: String?
      /// The review's title.
      public var title: String?

      /// Creates a snippet.
      public init(reviewID: String? = nil, googleMapsURI: String? = nil, title: String? = nil) {
        self.reviewID = reviewID
        self.googleMapsURI = googleMapsURI
        self.title = title
      }
    }

    /// The place's address on the map service.
    public var uri: String?
    /// The place's name.
    public var title: String?
    /// What the answer says of the place.
    public var text: String?
    /// The place's id, as `places/…`.
    public var placeID: String?
    /// The reviews that the answer draws on.
    public var reviewSnippets: [ReviewSnippet]

    /// Creates a source.
    public init(
      uri: String? = nil,
      title: String? = nil,
      text: String? = nil,
      placeID: String? = nil,
      reviewSnippets: [ReviewSnippet] = []
    ) {
      self.uri = uri
      self.title = title
      self.text = text
      self.placeID = placeID
      self.reviewSnippets = reviewSnippets
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
    /// The document's name in its store.
    public var documentName: String?
    /// The name of the store that was searched, as `fileSearchStores/…`.
    public var fileSearchStore: String?
    /// The page that the passage is on.
    public var pageNumber: Int?
    /// What the owner of the document has noted of it, each note as the server sent it.
    public var customMetadata: [GeneratedContent]

    /// Creates a source.
    public init(
      uri: String? = nil,
      title: String? = nil,
      text: String? = nil,
      documentName: String? = nil,
      fileSearchStore: String? = nil,
      pageNumber: Int? = nil,
      customMetadata: [GeneratedContent] = []
    ) {
      self.uri = uri
      self.title = title
      self.text = text
      self.documentName = documentName
      self.fileSearchStore = fileSearchStore
      self.pageNumber = pageNumber
      self.customMetadata = customMetadata
    }
  }
}
