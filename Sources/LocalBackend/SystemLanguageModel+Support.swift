public import HybridInference

extension SystemLanguageModel {
  /// Says what in the request the on-device model does not support, or `nil`.
  ///
  /// It reads and writes text, also text that fits a schema, and calls functions; a schema whose
  /// patterns it cannot follow is named here. A hybrid sends everything else to the cloud, and what does not fit
  /// into the context. Whether it fits is only told here when the model is loaded; else the request
  /// fails before any of it is read, and a hybrid goes on to the cloud then.
  public func unsupportedReason(for request: ModelRequest) -> String? {
    if let reason = unsupportedContent(of: request) { return reason }
    guard let (count, size) = overflow(of: request) else { return nil }
    return "\(count) tokens, for a context of \(size)"
  }

  /// The sizes of a request that does not fit into the context, where that can be told at once.
  private func overflow(of request: ModelRequest) -> (tokens: Int, contextSize: Int)? {
    guard let runtime = slot.current, let model = runtime.modelIfLoaded else { return nil }
    let size = runtime.contextSize(of: model)
    // A token has at least a byte, and a message a few tokens of the template's: most requests
    // are known to fit without being split.
    let conversation = conversation(of: request, defaultInstructions: model.defaultInstructions)
    guard conversation.byteCount + 32 * (conversation.transcript.count + 2) >= size else {
      return nil
    }
    do {
      let count = try tokens(of: request, runtime: runtime, model: model).all.count
      return count >= size ? (count, size) : nil
    } catch GenerationError.exceededContextWindowSize(let count, let size) {
      return (count, size)
    } catch {
      return nil
    }
  }

  /// The fewest tokens that a conversation can have, when not even those fit.
  ///
  /// No vocabulary has longer tokens than 512 bytes. Splitting megabytes, to say how many tokens too
  /// many they are, would take seconds.
  func tooManyTokens(of conversation: ShownConversation, contextSize: Int) -> Int? {
    var transcript = conversation.transcript
    if configuration.contextOverflow == .dropOldestTurns {
      transcript = transcript.droppingTurns(max(0, transcript.turnStarts.count - 1))
    }
    let least = transcript.promptByteCount / 512
    return least > contextSize ? least : nil
  }

  /// Says what kind of content in the request the model does not support, or `nil`.
  func unsupportedContent(of request: ModelRequest) -> String? {
    do throws(GrammarError) {
      _ = try grammar(for: request)
    } catch {
      return error.reason
    }
    for case .server(let tool) in request.tools.lazy.map(\.toolRepresentation) {
      return "the server tool \(tool.kind.rawValue)"
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
    case .text, .functionCall, .functionResponse: nil
    case .unknown: "a part of an unknown kind"
    case .inlineData(_, let type): "\(kind(ofMIMEType: type)) (\(type))"
    case .fileData(_, let type): "a file (\(type))"
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

extension SystemLanguageModel: ContextLimited {
  /// The error of a request that does not fit, when the model is loaded.
  package func contextOverflow(of request: ModelRequest) -> GenerationError? {
    guard unsupportedContent(of: request) == nil else { return nil }
    return overflow(of: request).map {
      .exceededContextWindowSize(tokenCount: $0.tokens, contextSize: $0.contextSize)
    }
  }
}
