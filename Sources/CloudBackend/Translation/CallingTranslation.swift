public import HybridInference

extension GeminiModel {
  /// How this model uses tools for a request: what the request says wins, field by field.
  func toolConfig(for request: ModelRequest) -> ToolConfig? {
    let options = request.options.tools
    var own = toolConfig?.functionCallingConfig
    // With results at hand a model that always calls would never answer.
    if request.transcript.last?.content.holdsFunctionResponse ?? false, let config = own,
      config.mode == .any
    {
      own?.mode = config.allowedFunctionNames == nil ? .auto : .validated
    }
    let calling = FunctionCallingConfig(options, own: own)
    guard calling != toolConfig?.functionCallingConfig else { return toolConfig }
    var config = toolConfig ?? ToolConfig()
    config.functionCallingConfig = calling
    return config
  }

  /// Says what of the request this model does not support, or `nil`.
  ///
  /// Models before Gemini 3 take no schema together with functions.
  public func unsupportedReason(for request: ModelRequest) -> String? {
    guard request.schema != nil, let version = name.prefixMatch(of: /gemini-(\d+)/)?.1,
      Int(version).map({ $0 < 3 }) ?? false, !request.functions.isEmpty
    else { return nil }
    return "structured output together with functions, which Gemini 3 and later take"
  }
}

extension FunctionCallingConfig {
  /// What a request says of calls, and where it says nothing, what the model was made with.
  fileprivate init?(_ options: ToolOptions, own: FunctionCallingConfig?) {
    let names = options.allowedNames ?? own?.allowedFunctionNames
    switch options.mode {
    case .default:
      guard let names = options.allowedNames, own?.mode != FunctionCallingConfig.Mode.none else {
        guard let own else { return nil }
        self = own
        return
      }
      self = own?.mode == .any ? .any(allowedFunctionNames: names) : .validated(names)
    case .auto:
      self = names != nil || own?.mode == .validated ? .validated(names) : .auto()
    case .required:
      self = .any(allowedFunctionNames: names)
    case .none:
      self = .none()
    }
  }

  /// The model decides, and only these functions are open to it: the mode `AUTO` takes no names.
  private static func validated(_ names: [String]?) -> FunctionCallingConfig {
    .validated(allowedFunctionNames: names)
  }
}
