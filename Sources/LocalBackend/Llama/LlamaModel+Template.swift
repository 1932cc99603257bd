import CLlama

extension LlamaModel {
  /// Renders messages with a chat template.
  ///
  /// The texts go through C strings: they must not hold a NUL.
  ///
  /// - Parameters:
  ///   - messages: The conversation.
  ///   - template: The template's text, as in the file; `nil` for ChatML.
  /// - Returns: The text, up to where the model's answer begins.
  /// - Throws: `unknownTemplate`.
  static func render(
    _ messages: [ChatMessage],
    with template: String?
  ) throws(LlamaError) -> String {
    var strings: [[CChar]] = []
    for message in messages {
      strings.append(Array(message.role.rawValue.utf8CString))
      strings.append(Array(message.text.utf8CString))
    }
    // One block for all strings: pointers into it stay valid while it is lent.
    var offsets: [Int] = []
    var block: [CChar] = []
    for string in strings {
      offsets.append(block.count)
      block += string
    }
    // Twice what the messages hold, and room for what the template writes around them.
    var capacity = 2 * block.count + 256 * (messages.count + 1)
    while true {
      var output = [CChar](repeating: 0, count: capacity)
      let count = block.withUnsafeBufferPointer { block -> Int32 in
        var chat: [llama_chat_message] = []
        for index in messages.indices {
          guard let base = block.baseAddress else { break }
          chat.append(
            llama_chat_message(
              role: base + offsets[2 * index],
              content: base + offsets[2 * index + 1]
            )
          )
        }
        return llama_chat_apply_template(
          template,
          chat,
          chat.count,
          true,
          &output,
          Int32(clamping: capacity)
        )
      }
      guard count >= 0 else { throw .unknownTemplate }
      if Int(count) <= capacity {
        return String(
          decoding: output.prefix(Int(count)).lazy.map(UInt8.init(bitPattern:)),
          as: UTF8.self
        )
      }
      capacity = Int(count) + 1
    }
  }
}
