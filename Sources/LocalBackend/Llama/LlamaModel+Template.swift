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
    // All strings in one block: pointers into it stay valid while it is lent.
    var block: [CChar] = []
    var offsets: [(role: Int, text: Int)] = []
    for message in messages {
      let role = block.count
      block += message.role.rawValue.utf8CString
      offsets.append((role, block.count))
      block += message.text.utf8CString
    }
    // Twice what the messages hold, and room for what the template writes around them.
    var output = [CChar](repeating: 0, count: 2 * block.count + 256 * (messages.count + 1))
    while true {
      let count = block.withUnsafeBufferPointer { block in
        ExitGate.pass { apply(template, to: offsets, in: block, output: &output) }
      }
      guard count >= 0 else { throw .unknownTemplate }
      if count <= output.count {
        return String(
          decoding: output.prefix(count).lazy.map(UInt8.init(bitPattern:)),
          as: UTF8.self
        )
      }
      output = [CChar](repeating: 0, count: count + 1)
    }
  }

  /// Renders into a buffer.
  ///
  /// Returns the length of the text, or a negative number.
  private static func apply(
    _ template: String?,
    to offsets: [(role: Int, text: Int)],
    in block: UnsafeBufferPointer<CChar>,
    output: inout [CChar]
  ) -> Int {
    let chat = offsets.compactMap { offset in
      block.baseAddress.map {
        llama_chat_message(role: $0 + offset.role, content: $0 + offset.text)
      }
    }
    let capacity = Int32(clamping: output.count)
    return Int(
      llama_chat_apply_template(template, chat, chat.count, true, &output, capacity)
    )
  }
}
