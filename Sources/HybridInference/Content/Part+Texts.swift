extension Part {
  /// Whether it is an image or another file.
  var isMedium: Bool {
    switch content {
    case .inlineData, .fileData: true
    default: false
    }
  }

  /// All texts that the part holds, in order.
  var texts: [String] {
    switch content {
    case .text(let text): [text]
    case .inlineData(let data, let type):
      Self.isText(type) ? [String(decoding: data, as: UTF8.self)] : []
    case .fileData(let uri, _): [uri]
    case .functionCall(let call): [call.name] + call.arguments.texts
    case .functionResponse(let response): [response.name] + response.response.texts
    case .executableCode(let code): [code.code]
    case .codeExecutionResult(let result): result.output.map { [$0] } ?? []
    case .unknown(let content): content.texts
    }
  }
}

extension Part {
  /// Whether bytes of a MIME type are text.
  private static func isText(_ type: String) -> Bool {
    let type = type.lowercased()
    return type.hasPrefix("text/") || type.contains("json") || type.contains("xml")
  }
}

extension GeneratedContent {
  /// All names and values in it, as they are meant and not as JSON writes them, in order.
  fileprivate var texts: [String] {
    var texts: [String] = []
    // A list of what is left, not a recursion: values can be deep.
    var rest: [(name: String?, value: GeneratedContent)] = [(nil, self)]
    while let (name, value) = rest.popLast() {
      if let name { texts.append(name) }
      switch value.kind {
      case .null: break
      case .bool(let value): texts.append("\(value)")
      case .integer(let value): texts.append("\(value)")
      case .unsignedInteger(let value): texts.append("\(value)")
      case .number(let value): texts.append("\(value)")
      case .string(let text): texts.append(text)
      case .array(let elements): rest += elements.reversed().map { (nil, $0) }
      case .structure(let properties, let names):
        for name in names.reversed() {
          if let value = properties[name] { rest.append((name, value)) }
        }
      }
    }
    return texts
  }
}
