import HybridInference

extension Wire.Content {
  /// The conversation as the API accepts it.
  ///
  /// Left out are thoughts, empty texts, and entries of which nothing else is left; but never a
  /// part with a signature.
  ///
  /// - Parameters:
  ///   - transcript: The conversation.
  ///   - signingCalls: Whether the model asks for signatures on function calls.
  /// - Returns: The contents, in order.
  static func contents(of transcript: Transcript, signingCalls: Bool) -> [Wire.Content] {
    let contents = transcript.compactMap { entry -> Wire.Content? in
      let parts = entry.content.parts.filter(\.isSent)
      guard !parts.isEmpty else { return nil }
      return Wire.Content(
        role: entry.content.role.isModel ? "model" : "user",
        parts: parts.map(Wire.Part.init)
      )
    }
    return signingCalls ? signed(contents) : contents
  }

  /// The documented signature for calls that were not made by a model that signs them.
  private static let placeholderSignature = "skip_thought_signature_validator"

  /// The contents with a placeholder on each first call of a step that has no signature.
  ///
  /// Only the current turn owes signatures: what came after the last prompt.
  private static func signed(_ contents: [Wire.Content]) -> [Wire.Content] {
    var contents = contents
    let turnStart = contents.lastIndex { $0.role == "user" && !$0.holdsFunctionResponse }
    var isFirstCall = true
    for position in contents.indices.suffix(from: (turnStart ?? -1) + 1) {
      guard contents[position].role == "model" else {
        isFirstCall = true
        continue
      }
      let call = contents[position].parts?.firstIndex(where: \.isFunctionCall)
      guard isFirstCall, let call else { continue }
      isFirstCall = false
      if contents[position].parts?[call].thoughtSignature == nil {
        contents[position].parts?[call].thoughtSignature = placeholderSignature
      }
    }
    return contents
  }

  private var holdsFunctionResponse: Bool {
    parts?.contains { if case .functionResponse = $0.kind { true } else { false } } ?? false
  }
}

extension Wire.Part {
  fileprivate var isFunctionCall: Bool {
    if case .functionCall = kind { true } else { false }
  }
}

extension Part {
  fileprivate var isSent: Bool {
    thoughtSignature != nil || !(isThought || isEmptyText)
  }
}

extension ModelContent.Role {
  /// Whether it is the model that speaks, also by the name that other services use.
  fileprivate var isModel: Bool { self == .model || rawValue == "assistant" }
}
