import Foundation
import HybridInference

extension Wire {
  struct GroundingMetadata: Decodable {
    var webSearchQueries: [String]?
    var imageSearchQueries: [String]?
    var retrievalQueries: [String]?
    var groundingChunks: [GroundingChunk]?
    var groundingSupports: [GroundingSupport]?
    var searchEntryPoint: SearchEntryPoint?
    var retrievalMetadata: RetrievalMetadata?
    var googleMapsWidgetContextToken: String?
  }

  struct GroundingChunk: Decodable {
    var web: Web?
    var image: GroundingImage?
    var maps: Maps?
    var retrievedContext: RetrievedContext?
  }

  struct Web: Decodable {
    var uri: String?
    var title: String?
    var domain: String?
  }

  struct GroundingImage: Decodable {
    var sourceUri: String?
    var imageUri: String?
    var title: String?
    var domain: String?
  }

  struct Maps: Decodable {
    var uri: String?
    var title: String?
    var text: String?
    var placeId: String?
    var placeAnswerSources: PlaceAnswerSources?
  }

  struct PlaceAnswerSources: Decodable {
    var reviewSnippets: [ReviewSnippet]?
  }

  struct ReviewSnippet: Decodable {
    var reviewId: String?
    var googleMapsUri: String?
    var title: String?
  }

  struct RetrievedContext: Decodable {
    var uri: String?
    var title: String?
    var text: String?
    var documentName: String?
    var fileSearchStore: String?
    var pageNumber: Int?
    var customMetadata: [GeneratedContent]?
  }

  struct GroundingSupport: Decodable {
    var segment: Segment?
    var groundingChunkIndices: [Int]?
    var confidenceScores: [Double]?
    var renderedParts: [Int]?
  }

  struct Segment: Decodable {
    var partIndex: Int?
    var startIndex: Int?
    var endIndex: Int?
    var text: String?
  }

  struct SearchEntryPoint: Decodable {
    var renderedContent: String?
    var sdkBlob: Data?
  }

  struct RetrievalMetadata: Decodable {
    var googleSearchDynamicRetrievalScore: Double?
  }
}
