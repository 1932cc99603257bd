import HybridInference

extension Wire {
  struct Response: Decodable {
    var candidates: [Candidate]?
    var promptFeedback: PromptFeedback?
    var usageMetadata: UsageMetadata?
    var modelVersion: String?
    var responseId: String?
    var createTime: String?
    var modelStatus: ModelStatus?
    var error: ErrorStatus?

    private enum CodingKeys: String, CodingKey {
      case candidates
      case promptFeedback
      case usageMetadata
      case modelVersion
      case responseId
      case createTime
      case modelStatus
      case error
    }

    /// Reads a response: an empty object is one, an object of other fields only is not.
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      candidates = try container.decodeIfPresent([Candidate].self, forKey: .candidates)
      promptFeedback = try container.decodeIfPresent(PromptFeedback.self, forKey: .promptFeedback)
      usageMetadata = try container.decodeIfPresent(UsageMetadata.self, forKey: .usageMetadata)
      modelVersion = try container.decodeIfPresent(String.self, forKey: .modelVersion)
      responseId = try container.decodeIfPresent(String.self, forKey: .responseId)
      createTime = try container.decodeIfPresent(String.self, forKey: .createTime)
      modelStatus = try container.decodeIfPresent(ModelStatus.self, forKey: .modelStatus)
      error = try container.decodeIfPresent(ErrorStatus.self, forKey: .error)
      if container.allKeys.isEmpty {
        try decoder.requireNoKeys()
      }
    }
  }

  struct CountTokensResponse: Decodable {
    var totalTokens: Int
    var promptTokensDetails: [ModalityTokenCount]?
    var cachedContentTokenCount: Int?
    var cacheTokensDetails: [ModalityTokenCount]?
  }

  struct ModelStatus: Decodable {
    var modelStage: String?
    var retirementTime: String?
    var message: String?
  }

  struct PromptFeedback: Decodable {
    var blockReason: String?
    var blockReasonMessage: String?
    var safetyRatings: [SafetyRating]?
  }

  struct SafetyRating: Decodable {
    var category: String?
    var probability: String?
    var probabilityScore: Double?
    var severity: String?
    var severityScore: Double?
    var blocked: Bool?
    var overwrittenThreshold: String?
  }

  struct UsageMetadata: Decodable {
    var promptTokenCount: Int?
    var cachedContentTokenCount: Int?
    var candidatesTokenCount: Int?
    var thoughtsTokenCount: Int?
    var toolUsePromptTokenCount: Int?
    var totalTokenCount: Int?
    var promptTokensDetails: [ModalityTokenCount]?
    var cacheTokensDetails: [ModalityTokenCount]?
    var candidatesTokensDetails: [ModalityTokenCount]?
    var toolUsePromptTokensDetails: [ModalityTokenCount]?
    var trafficType: String?
  }

  struct ModalityTokenCount: Decodable {
    var modality: String?
    var tokenCount: Int?
  }

  /// An error, in the body of an HTTP error or in a stream.
  struct ErrorStatus: Decodable {
    var code: Int?
    var message: String?
    var status: String?
    var details: [GeneratedContent]?
  }

  struct ErrorBody: Decodable {
    var error: ErrorStatus
  }
}
