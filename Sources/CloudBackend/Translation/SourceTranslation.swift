import HybridInference

extension CitationMetadata {
  init(_ wire: Wire.CitationMetadata) {
    self.init(citations: (wire.citations ?? wire.citationSources ?? []).map(Citation.init))
  }
}

extension CitationMetadata.Citation {
  init(_ wire: Wire.Citation) {
    self.init(
      startIndex: wire.startIndex ?? 0,
      endIndex: wire.endIndex,
      uri: wire.uri,
      title: wire.title,
      license: wire.license,
      publicationDate: wire.publicationDate.flatMap(\.text)
    )
  }
}

extension Wire.Day {
  /// The day as `YYYY-MM-DD`, or the part of it that is known.
  fileprivate var text: String? {
    func padded(_ number: Int, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    guard let year, year != 0 else { return nil }
    var text = padded(year, 4)
    guard let month, month != 0 else { return text }
    text += "-" + padded(month, 2)
    guard let day, day != 0 else { return text }
    return text + "-" + padded(day, 2)
  }
}

extension GroundingMetadata {
  init(_ wire: Wire.GroundingMetadata) {
    self.init(
      webSearchQueries: wire.webSearchQueries ?? [],
      groundingChunks: (wire.groundingChunks ?? []).map(GroundingChunk.init),
      groundingSupports: (wire.groundingSupports ?? []).map(GroundingSupport.init),
      searchEntryPoint: wire.searchEntryPoint.map {
        .init(renderedContent: $0.renderedContent, sdkBlob: $0.sdkBlob)
      },
      googleMapsWidgetContextToken: wire.googleMapsWidgetContextToken,
      imageSearchQueries: wire.imageSearchQueries ?? [],
      retrievalQueries: wire.retrievalQueries ?? [],
      retrievalMetadata: wire.retrievalMetadata.map {
        .init(googleSearchDynamicRetrievalScore: $0.googleSearchDynamicRetrievalScore)
      }
    )
  }
}

extension GroundingMetadata.GroundingChunk {
  init(_ wire: Wire.GroundingChunk) {
    self.init(
      web: wire.web.map { .init(uri: $0.uri, title: $0.title, domain: $0.domain) },
      image: wire.image.map {
        .init(
          sourceURI: $0.sourceUri,
          imageURI: $0.imageUri,
          title: $0.title,
          domain: $0.domain
        )
      },
      maps: wire.maps.map(MapsSource.init),
      retrievedContext: wire.retrievedContext.map {
        .init(
          uri: $0.uri,
          title: $0.title,
          text: $0.text,
          documentName: $0.documentName,
          fileSearchStore: $0.fileSearchStore,
          pageNumber: $0.pageNumber,
          customMetadata: $0.customMetadata ?? []
        )
      }
    )
  }
}

extension GroundingMetadata.GroundingChunk.MapsSource {
  init(_ wire: Wire.Maps) {
    self.init(
      uri: wire.uri,
      title: wire.title,
      text: wire.text,
      placeID: wire.placeId,
      reviewSnippets: (wire.placeAnswerSources?.reviewSnippets ?? []).map {
        .init(reviewID: $0.reviewId, googleMapsURI: $0.googleMapsUri, title: $0.title)
      }
    )
  }
}

extension GroundingMetadata.GroundingSupport {
  init(_ wire: Wire.GroundingSupport) {
    let segment = wire.segment
    self.init(
      segment: .init(
        partIndex: segment?.partIndex ?? 0,
        startIndex: segment?.startIndex ?? 0,
        endIndex: segment?.endIndex ?? 0,
        text: segment?.text ?? ""
      ),
      groundingChunkIndices: wire.groundingChunkIndices ?? [],
      confidenceScores: wire.confidenceScores ?? [],
      renderedParts: wire.renderedParts ?? []
    )
  }
}

extension URLContextMetadata {
  init(_ wire: Wire.URLContextMetadata) {
    self.init(
      urlMetadata: (wire.urlMetadata ?? []).map {
        URLMetadata(
          retrievedURL: $0.retrievedUrl,
          retrievalStatus: $0.urlRetrievalStatus.map(URLRetrievalStatus.init(rawValue:))
            ?? .unspecified
        )
      }
    )
  }
}
