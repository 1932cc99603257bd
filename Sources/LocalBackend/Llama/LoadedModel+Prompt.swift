import HybridInference

extension LoadedModel {
  /// The tokens of a conversation, up to where the model's answer begins.
  ///
  /// The text of messages is split without special tokens: nobody can write one.
  ///
  /// - Parameters:
  ///   - transcript: The conversation.
  ///   - answers: The tokens of the answers in it that are remembered, by their text.
  /// - Returns: The tokens.
  /// - Throws: `unknownTemplate` or `notTokenizable`.
  func tokens(
    of transcript: Transcript,
    answers: [String: [TokenID]] = [:]
  ) throws(LlamaError) -> [TokenID] {
    let messages = ChatMessage.messages(
      of: transcript,
      defaultInstructions: defaultInstructions
    )
    let fragments = specialTokens.fragments(of: try pieces(of: messages), answers: answers)
    return withBeginning(try tokens(of: fragments))
  }

  /// The tokens of the beginning of an answer, where nobody remembers them.
  ///
  /// None of them reaches back into what stands before it.
  func tokens(
    ofAnswer text: String,
    after transcript: Transcript
  ) throws(LlamaError) -> [TokenID] {
    let messages = ChatMessage.messages(of: transcript)
    return try tokens(
      of: specialTokens.fragments(
        ofAnswer: plainMarks.breakingUp(text),
        after: try pieces(of: messages)
      )
    )
  }

  private func tokens(
    of fragments: [SpecialTokenTable.Fragment]
  ) throws(LlamaError) -> [TokenID] {
    var tokens: [TokenID] = []
    for fragment in fragments {
      switch fragment {
      case .token(let token): tokens.append(token)
      case .text(let text): tokens += try model.tokens(ofPlainText: text)
      }
    }
    return tokens
  }

  private func pieces(of messages: [ChatMessage]) throws(LlamaError) -> [PromptPiece] {
    let template = templateInUse
    let pieces = try PromptRenderer.pieces(of: messages) { messages throws(LlamaError) in
      try LlamaModel.render(messages, with: template)
    }
    guard let pieces else { throw .unknownTemplate }
    return plainMarks.breakingUp(pieces)
  }

  /// Exactly one "beginning of text", for models that want it, whoever wrote it.
  private func withBeginning(_ tokens: [TokenID]) -> [TokenID] {
    guard let beginning = model.beginningToken else { return tokens }
    return [beginning] + tokens.drop { $0 == beginning }
  }
}
