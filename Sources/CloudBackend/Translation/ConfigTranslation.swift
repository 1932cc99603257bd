import HybridInference

extension GenerationConfig {
  /// The configuration in which what another one sets wins, field by field.
  func overridden(by other: GenerationConfig?) -> GenerationConfig {
    guard let other else { return self }
    return GenerationConfig(
      temperature: other.temperature ?? temperature,
      topP: other.topP ?? topP,
      topK: other.topK ?? topK,
      candidateCount: other.candidateCount ?? candidateCount,
      maxOutputTokens: other.maxOutputTokens ?? maxOutputTokens,
      presencePenalty: other.presencePenalty ?? presencePenalty,
      frequencyPenalty: other.frequencyPenalty ?? frequencyPenalty,
      stopSequences: other.stopSequences ?? stopSequences,
      seed: other.seed ?? seed,
      responseMIMEType: other.responseMIMEType ?? responseMIMEType,
      responseSchema: other.responseSchema ?? responseSchema,
      responseModalities: other.responseModalities ?? responseModalities,
      thinkingConfig: other.thinkingConfig ?? thinkingConfig,
      imageConfig: other.imageConfig ?? imageConfig,
      mediaResolution: other.mediaResolution ?? mediaResolution,
      speechConfig: other.speechConfig ?? speechConfig,
      responseLogprobs: other.responseLogprobs ?? responseLogprobs,
      logprobs: other.logprobs ?? logprobs,
      enableEnhancedCivicAnswers: other.enableEnhancedCivicAnswers ?? enableEnhancedCivicAnswers,
      responseSchemaNotation: other.responseSchemaNotation ?? responseSchemaNotation
    )
  }
}

extension Wire.GenerationConfig {
  private static let json = "application/json"
  private static let enumeration = "text/x.enum"

  /// The configuration as the API takes it; `nil` when it says nothing.
  ///
  /// - Parameters:
  ///   - config: The configuration.
  ///   - schema: The schema that a request asks for; it wins over the configuration's own.
  /// - Throws: `invalidRequest` for a value that no model takes.
  init?(_ config: GenerationConfig, schema: GenerationSchema?) throws(GenerationError) {
    var config = config
    if let schema {
      config.responseSchema = schema
      config.responseMIMEType = Self.json
    }
    guard config != GenerationConfig(responseSchemaNotation: config.responseSchemaNotation) else {
      return nil
    }
    try config.check()
    self.init(
      temperature: config.temperature,
      topP: config.topP,
      topK: config.topK,
      candidateCount: config.candidateCount,
      maxOutputTokens: config.maxOutputTokens,
      presencePenalty: config.presencePenalty,
      frequencyPenalty: config.frequencyPenalty,
      stopSequences: config.stopSequences,
      seed: config.seed,
      responseMimeType: config.responseMIMEType,
      responseModalities: config.responseModalities?.map(\.rawValue),
      thinkingConfig: config.thinkingConfig.map(Wire.ThinkingConfig.init),
      imageConfig: config.imageConfig.map(Wire.ImageConfig.init),
      mediaResolution: config.mediaResolution?.rawValue,
      speechConfig: config.speechConfig.map(Wire.SpeechConfig.init),
      responseLogprobs: config.responseLogprobs,
      logprobs: config.logprobs,
      enableEnhancedCivicAnswers: config.enableEnhancedCivicAnswers
    )
    if let schema = config.responseSchema {
      try setSchema(schema, as: config.responseSchemaNotation ?? .jsonSchema)
    }
  }

  private mutating func setSchema(
    _ schema: GenerationSchema,
    as notation: SchemaNotation
  ) throws(GenerationError) {
    switch (responseMimeType, schema.node) {
    case (nil, _), (Self.json, _):
      responseMimeType = Self.json
      switch notation {
      case .jsonSchema: responseJsonSchema = schema
      case .openAPI: responseSchema = try Wire.Schema(schema, at: "the schema")
      }
    case (Self.enumeration, .enumeration(let values)):
      responseSchema = Wire.Schema(type: "STRING", enum: values)
    case (Self.enumeration, _):
      throw .invalidRequest(
        field: "responseSchema",
        reason: "must be an enumeration when the MIME type is \(Self.enumeration)"
      )
    default:
      throw .invalidRequest(field: "responseSchema", reason: "needs the MIME type \(Self.json)")
    }
  }
}

extension Wire.ThinkingConfig {
  fileprivate init(_ config: ThinkingConfig) {
    self.init(
      thinkingLevel: config.thinkingLevel?.rawValue,
      thinkingBudget: config.thinkingBudget,
      includeThoughts: config.includeThoughts
    )
  }
}

extension Wire.ImageConfig {
  fileprivate init(_ config: ImageConfig) {
    self.init(aspectRatio: config.aspectRatio, imageSize: config.imageSize)
  }
}

extension Wire.SpeechConfig {
  fileprivate init(_ config: SpeechConfig) {
    self.init(
      voiceConfig: config.voiceName.map(Wire.VoiceConfig.init),
      multiSpeakerVoiceConfig: config.speakerVoices.map { voices in
        .init(
          speakerVoiceConfigs: voices.map {
            .init(speaker: $0.speaker, voiceConfig: .init($0.voiceName))
          }
        )
      },
      languageCode: config.languageCode
    )
  }
}

extension Wire.VoiceConfig {
  fileprivate init(_ name: String) {
    self.init(prebuiltVoiceConfig: .init(voiceName: name))
  }
}
