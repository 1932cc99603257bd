extension Wire {
  // `groundingAttributions` is left out: only the method `generateAnswer` gives them.
  struct Candidate: Decodable {
    var content: Content?
    var finishReason: String?
    var finishMessage: String?
    var safetyRatings: [SafetyRating]?
    var citationMetadata: CitationMetadata?
    var groundingMetadata: GroundingMetadata?
    var urlContextMetadata: URLContextMetadata?
    var index: Int?
    var avgLogprobs: Double?
    var logprobsResult: LogprobsResult?
    var tokenCount: Int?
  }

  struct LogprobsResult: Decodable {
    var logProbabilitySum: Double?
    var topCandidates: [TopCandidates]?
    var chosenCandidates: [TokenCandidate]?
  }

  struct TopCandidates: Decodable {
    var candidates: [TokenCandidate]?
  }

  struct TokenCandidate: Decodable {
    var token: String?
    var tokenId: Int?
    var logProbability: Double?
  }

  struct CitationMetadata: Decodable {
    /// The name on Vertex AI.
    var citations: [Citation]?
    /// The name on the Developer API.
    var citationSources: [Citation]?
  }

  struct Citation: Decodable {
    var startIndex: Int?
    var endIndex: Int?
    var uri: String?
    var title: String?
    var license: String?
    var publicationDate: Day?
  }

  struct Day: Decodable {
    var year: Int?
    var month: Int?
    var day: Int?
  }

  struct URLContextMetadata: Decodable {
    var urlMetadata: [URLMetadata]?
  }

  struct URLMetadata: Decodable {
    var retrievedUrl: String?
    var urlRetrievalStatus: String?
  }
}
