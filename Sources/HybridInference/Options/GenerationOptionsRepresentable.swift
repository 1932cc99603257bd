/// What can stand for the options of a request: ``ResponseGenerationOptions``, or a
/// ``GenerationConfig`` or ``GenerationOptions`` alone.
public protocol GenerationOptionsRepresentable: Sendable {
  /// The value as options of a request.
  var responseGenerationOptions: ResponseGenerationOptions { get }
}

extension ResponseGenerationOptions: GenerationOptionsRepresentable {
  /// The options themselves.
  public var responseGenerationOptions: ResponseGenerationOptions { self }
}

extension GenerationConfig: GenerationOptionsRepresentable {
  /// The configuration as options for a cloud model.
  public var responseGenerationOptions: ResponseGenerationOptions { .init(gemini: self) }
}

extension GenerationOptions: GenerationOptionsRepresentable {
  /// The options for the on-device model.
  public var responseGenerationOptions: ResponseGenerationOptions { .init(foundationModels: self) }
}

extension GenerationOptionsRepresentable {
  /// The same options, with which a structured answer that does not fit is asked for once more.
  public func repairingStructuredOutput() -> ResponseGenerationOptions {
    var options = responseGenerationOptions
    options.repairsStructuredOutput = true
    return options
  }

  /// The same options, with others for tools.
  public func usingTools(_ tools: ToolOptions) -> ResponseGenerationOptions {
    var options = responseGenerationOptions
    options.tools = tools
    return options
  }
}

extension GenerationOptionsRepresentable where Self == ResponseGenerationOptions {
  /// Each model's own defaults.
  public static var `default`: ResponseGenerationOptions { .init() }

  /// Options for a cloud model.
  public static func gemini(_ config: GenerationConfig) -> ResponseGenerationOptions {
    .init(gemini: config)
  }

  /// Options for the on-device model.
  public static func foundationModels(_ options: GenerationOptions) -> ResponseGenerationOptions {
    .init(foundationModels: options)
  }

  /// Options for both: each model takes its own.
  public static func hybrid(
    gemini: GenerationConfig,
    foundationModels: GenerationOptions
  ) -> ResponseGenerationOptions {
    .init(gemini: gemini, foundationModels: foundationModels)
  }
}
