import CLlama

extension LlamaModel {
  private var vocabulary: OpaquePointer? { llama_model_get_vocab(pointer) }

  /// The token that begins every prompt; `nil` when the model wants none.
  var beginningToken: TokenID? {
    ExitGate.pass { llama_vocab_get_add_bos(vocabulary) } ? beginningOfText : nil
  }

  /// The model's "beginning of text" token, whether or not its prompts begin with it.
  var beginningOfText: TokenID? {
    let token = ExitGate.pass { llama_vocab_bos(vocabulary) }
    return token == LLAMA_TOKEN_NULL ? nil : token
  }

  /// How many tokens the vocabulary has.
  var tokenCount: Int { Int(ExitGate.pass { llama_vocab_n_tokens(vocabulary) }) }

  /// Whether the token ends an answer.
  func isEndOfGeneration(_ token: TokenID) -> Bool {
    ExitGate.pass { llama_vocab_is_eog(vocabulary, token) }
  }

  /// The tokens whose text must be kept apart from what people write.
  func specialTokens() -> [SpecialToken] {
    let vocabulary = vocabulary
    return ExitGate.pass {
      (0..<llama_vocab_n_tokens(vocabulary)).compactMap { Self.specialToken($0, of: vocabulary) }
    }
  }

  private static func specialToken(_ token: TokenID, of vocabulary: OpaquePointer?) -> SpecialToken?
  {
    let isControl = hybrid_token_is_special(vocabulary, token)
    let isUserDefined = hybrid_token_is_user_defined(vocabulary, token)
    guard isControl || isUserDefined, let text = llama_vocab_get_text(vocabulary, token),
      text.pointee != 0
    else { return nil }
    return SpecialToken(
      id: token,
      text: Array(String(cString: text).utf8),
      isControl: isControl,
      endsGeneration: llama_vocab_is_eog(vocabulary, token),
      stripsLeft: hybrid_token_strips_left(vocabulary, token),
      stripsRight: hybrid_token_strips_right(vocabulary, token)
    )
  }

  /// Splits plain text into tokens.
  ///
  /// The text of a control token becomes ordinary tokens, and nothing is added at either end.
  func tokens(ofPlainText text: [UInt8]) throws(LlamaError) -> [TokenID] {
    guard !text.isEmpty else { return [] }
    guard let length = Int32(exactly: text.count) else { throw .notTokenizable }
    var tokens = [TokenID](repeating: 0, count: text.count / 3 + 16)
    while true {
      let count = text.withUnsafeBytes { bytes in
        ExitGate.pass {
          llama_tokenize(
            vocabulary,
            bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
            length,
            &tokens,
            Int32(clamping: tokens.count),
            false,
            false
          )
        }
      }
      ExitGate.arm(after: .tokens)
      if count >= 0 {
        tokens.removeSubrange(Int(count)...)
        return tokens
      }
      guard count != .min, -Int(count) > tokens.count else { throw .notTokenizable }
      tokens = [TokenID](repeating: 0, count: -Int(count))
    }
  }

  /// The bytes that a token stands for: nothing for control tokens, perhaps part of a character.
  func bytes(of token: TokenID) -> [UInt8] {
    var buffer = [CChar](repeating: 0, count: 64)
    let count = ExitGate.pass {
      let count = llama_token_to_piece(vocabulary, token, &buffer, 64, 0, false)
      guard count < 0 else { return count }
      buffer = [CChar](repeating: 0, count: Int(-count))
      return llama_token_to_piece(vocabulary, token, &buffer, -count, 0, false)
    }
    return buffer.prefix(max(0, Int(count))).map(UInt8.init(bitPattern:))
  }

  /// What all tokens stand for: nothing for those that plain text never becomes.
  func makeVocabulary() -> Vocabulary {
    let vocabulary = vocabulary
    let ids = TokenID(0)..<llama_vocab_n_tokens(vocabulary)
    return Vocabulary(
      ids.map { token in
        hybrid_token_is_special(vocabulary, token) || hybrid_token_is_unused(vocabulary, token)
          ? [] : bytes(of: token)
      },
      endTokens: ids.filter { llama_vocab_is_eog(vocabulary, $0) }
    )
  }
}
