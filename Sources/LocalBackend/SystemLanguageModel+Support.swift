public import HybridInference

extension SystemLanguageModel {
  /// Says what in the request the on-device model does not support, or `nil`.
  ///
  /// It reads and writes text. A hybrid sends everything else to the cloud.
  public func unsupportedReason(for request: ModelRequest) -> String? {
    if request.schema != nil {
      return "structured output is not implemented on the device"
    }
    for tool in request.tools.lazy.map(\.toolRepresentation) {
      switch tool {
      case .function(let function): return "tools (“\(function.name)”)"
      case .server(let tool): return "the server tool \(tool.kind.rawValue)"
      }
    }
    for part in request.transcript.lazy.flatMap(\.content.parts) where !part.isThought {
      if let kind = Self.unsupportedKind(of: part) { return "\(kind) in the conversation" }
    }
    return nil
  }

  private static func unsupportedKind(of part: Part) -> String? {
    switch part.content {
    case .text, .unknown: nil
    case .inlineData(_, let type): "\(kind(ofMIMEType: type)) (\(type))"
    case .fileData(_, let type): "a file (\(type))"
    case .functionCall: "a function call"
    case .functionResponse: "a function response"
    case .executableCode: "code"
    case .codeExecutionResult: "a result of code"
    }
  }

  private static func kind(ofMIMEType type: String) -> String {
    switch type.prefix(while: { $0 != "/" }).lowercased() {
    case "image": "images"
    case "audio": "audio"
    case "video": "video"
    default: "files"
    }
  }
}
