extension ModelInfo {
  init(_ wire: Wire.Model) {
    self.init(
      name: wire.name.withoutModelPrefix,
      baseModelID: wire.baseModelId,
      version: wire.version,
      displayName: wire.displayName,
      description: wire.description,
      inputTokenLimit: wire.inputTokenLimit,
      outputTokenLimit: wire.outputTokenLimit,
      supportedGenerationMethods: wire.supportedGenerationMethods ?? [],
      temperature: wire.temperature,
      maximumTemperature: wire.maxTemperature,
      topP: wire.topP,
      topK: wire.topK,
      supportsThinking: wire.thinking
    )
  }
}

extension String {
  /// The name of a model without the prefix of its resource name.
  var withoutModelPrefix: String {
    hasPrefix("models/") ? String(dropFirst("models/".count)) : self
  }
}
