import HybridInference

extension Wire.Tool {
  /// The tools as the API takes them: all functions in one, each server tool in its own.
  static func tools(
    _ tools: [any ToolRepresentable]
  ) throws(GenerationError) -> [Wire.Tool] {
    var functions: [Wire.FunctionDeclaration] = []
    var others: [Wire.Tool] = []
    for tool in tools {
      switch tool.toolRepresentation {
      case .function(let function):
        let isKnown = functions.contains { $0.name == function.name }
        try function.check(isKnown: isKnown)
        functions.append(Wire.FunctionDeclaration(function))
      case .server(let tool):
        others.append(Wire.Tool(tool.kind))
      }
    }
    return (functions.isEmpty ? [] : [Wire.Tool(functionDeclarations: functions)]) + others
  }

  private init(_ kind: ServerTool.Kind) {
    self.init()
    switch kind {
    case .googleSearch: googleSearch = Wire.Empty()
    case .codeExecution: codeExecution = Wire.Empty()
    case .urlContext: urlContext = Wire.Empty()
    case .googleMaps: googleMaps = Wire.Empty()
    }
  }
}

extension Wire.FunctionDeclaration {
  fileprivate init(_ function: FunctionDeclaration) {
    var parameters = function.parameters
    // The API takes no object without properties: such a function is declared without arguments.
    if case .object(let properties) = parameters?.node, properties.isEmpty {
      parameters = nil
    }
    self.init(
      name: function.name,
      description: function.description,
      parametersJsonSchema: parameters
    )
  }
}

extension FunctionDeclaration {
  fileprivate func check(isKnown: Bool) throws(GenerationError) {
    try checkName()
    guard !isKnown else {
      throw .invalidRequest(field: "tools", reason: "has two functions of the name “\(name)”")
    }
  }
}

extension Wire.ToolConfig {
  /// The configuration as the API takes it; `nil` when there is nothing that it applies to.
  init?(_ config: ToolConfig?, functions: [String]) throws(GenerationError) {
    self.init(
      // The API takes none where no function is declared.
      functionCallingConfig: functions.isEmpty
        ? nil : try config?.functionCallingConfig?.wire(functions: functions),
      retrievalConfig: try config?.retrievalConfig?.wire(),
      includeServerSideToolInvocations: config?.includeServerSideToolInvocations
    )
    let isEmpty = functionCallingConfig == nil && retrievalConfig == nil
    if isEmpty, includeServerSideToolInvocations == nil { return nil }
  }
}

extension FunctionCallingConfig {
  fileprivate func wire(
    functions: [String]
  ) throws(GenerationError) -> Wire.FunctionCallingConfig {
    for name in allowedFunctionNames ?? [] where !functions.contains(name) {
      throw .invalidRequest(
        field: "allowedFunctionNames",
        reason: "names “\(name)”, which is not declared"
      )
    }
    if allowedFunctionNames != nil, mode == .auto || mode == .none {
      throw .invalidRequest(
        field: "allowedFunctionNames",
        reason: "needs the mode ANY or VALIDATED"
      )
    }
    return .init(mode: mode.rawValue, allowedFunctionNames: allowedFunctionNames)
  }
}

extension RetrievalConfig {
  fileprivate func wire() throws(GenerationError) -> Wire.RetrievalConfig {
    var place: Wire.Coordinates?
    if latitude != nil || longitude != nil {
      guard let latitude, (-90...90).contains(latitude) else {
        throw .invalidRequest(field: "latitude", reason: "must be from -90 to 90")
      }
      guard let longitude, (-180...180).contains(longitude) else {
        throw .invalidRequest(field: "longitude", reason: "must be from -180 to 180")
      }
      place = .init(latitude: latitude, longitude: longitude)
    }
    return .init(latLng: place, languageCode: languageCode)
  }
}
