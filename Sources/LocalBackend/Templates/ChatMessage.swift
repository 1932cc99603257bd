import HybridInference

/// One message as chat templates know them.
struct ChatMessage: Sendable, Hashable {
  /// Who speaks.
  enum Role: String, Sendable {
    case system
    case user
    case assistant
  }

  var role: Role
  var text: String

  /// A conversation as messages: the instructions first, then each entry with its visible text.
  ///
  /// Thoughts, and parts of kinds that this library does not know, are left out. An answer without
  /// text stays in, empty: it was a turn, and leaving it out would join the prompts around it.
  static func messages(of transcript: Transcript) -> [ChatMessage] {
    var messages: [ChatMessage] = []
    if let instructions = transcript.instructions, !instructions.isEmpty {
      messages.append(ChatMessage(role: .system, text: instructions))
    }
    for entry in transcript {
      let role: Role =
        switch entry.content.role.rawValue {
        case "model", "assistant": .assistant
        case "system": .system
        default: .user
        }
      messages.append(ChatMessage(role: role, text: entry.text))
    }
    return messages
  }
}
