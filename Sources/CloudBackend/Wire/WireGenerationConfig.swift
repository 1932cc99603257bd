import HybridInference

extension Wire {
  struct GenerationConfig: Encodable {
    var temperature: Float?
    var topP: Float?
    var topK: Int?
    var candidateCount: Int?
    var maxOutputTokens: Int?
    var presencePenalty: Float?
    var frequencyPenalty: Float?
    var stopSequences: [String]?
    var seed: Int?
    var responseMimeType: String?
    var responseSchema: Schema?
    var responseJsonSchema: GenerationSchema?
    var responseModalities: [String]?
    var thinkingConfig: ThinkingConfig?
    var imageConfig: ImageConfig?
    var mediaResolution: String?
    var speechConfig: SpeechConfig?
    var responseLogprobs: Bool?
    var logprobs: Int?
    var enableEnhancedCivicAnswers: Bool?
  }

  struct SpeechConfig: Encodable {
    var voiceConfig: VoiceConfig?
    var multiSpeakerVoiceConfig: MultiSpeakerVoiceConfig?
    var languageCode: String?
  }

  struct VoiceConfig: Encodable {
    var prebuiltVoiceConfig: PrebuiltVoiceConfig
  }

  struct PrebuiltVoiceConfig: Encodable {
    var voiceName: String
  }

  struct MultiSpeakerVoiceConfig: Encodable {
    var speakerVoiceConfigs: [SpeakerVoiceConfig]
  }

  struct SpeakerVoiceConfig: Encodable {
    var speaker: String
    var voiceConfig: VoiceConfig
  }

  struct ThinkingConfig: Encodable {
    var thinkingLevel: String?
    var thinkingBudget: Int?
    var includeThoughts: Bool?
  }

  struct ImageConfig: Encodable {
    var aspectRatio: String?
    var imageSize: String?
  }
}
