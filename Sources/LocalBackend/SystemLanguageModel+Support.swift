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
    for content in request.transcript.lazy.map(\.content) {
      for part in content.parts where !part.isThought {
        // What another model's answer held beside its text can be left out; what is asked cannot.
        if case .unknown = part.content, content.role != .user { continue }
        if let kind = Self.unsupportedKind(of: part) { return "\(kind) in the conversation" }
      }
    }
    return nil
  }

  private static func unsupportedKind(of part: Part) -> String? {
    switch part.content {
    case .text: nil
    case .unknown: "a part of an unknown kind"
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
