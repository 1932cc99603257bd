extension Wire {
  struct GroundingMetadata: Decodable {
    var webSearchQueries: [String]?
    var groundingChunks: [GroundingChunk]?
    var groundingSupports: [GroundingSupport]?
    var searchEntryPoint: SearchEntryPoint?
    var googleMapsWidgetContextToken: String?
  }

  struct GroundingChunk: Decodable {
    var web: Web?
    var maps: Maps?
    var retrievedContext: RetrievedContext?
  }

  struct Web: Decodable {
    var uri: String?
    var title: String?
    var domain: String?
  }

  struct Maps: Decodable {
    var uri: String?
    var title: String?
    var text: String?
    var placeId: String?
  }

  struct RetrievedContext: Decodable {
    var uri: String?
    var title: String?
    var text: String?
  }

  struct GroundingSupport: Decodable {
    var segment: Segment?
    var groundingChunkIndices: [Int]?
    var confidenceScores: [Double]?
  }

  struct Segment: Decodable {
    var partIndex: Int?
    var startIndex: Int?
    var endIndex: Int?
    var text: String?
  }

  struct SearchEntryPoint: Decodable {
    var renderedContent: String?
  }
}
