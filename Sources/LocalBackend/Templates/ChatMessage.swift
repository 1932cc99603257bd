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

  /// A conversation as messages: the instructions first, then each entry with its visible text, and
  /// its calls and results.
  ///
  /// Thoughts, and parts of kinds that this library does not know, are left out. An answer without
  /// text stays in, empty: it was a turn, and leaving it out would join the prompts around it.
  ///
  /// - Parameters:
  ///   - transcript: The conversation.
  ///   - defaultInstructions: The instructions of a conversation that has none.
  /// - Returns: The messages.
  static func messages(
    of transcript: Transcript,
    defaultInstructions: String? = nil
  ) -> [ChatMessage] {
    var messages: [ChatMessage] = []
    let own = transcript.instructions.flatMap { $0.isEmpty ? nil : $0 }
    let hasSystemEntry = transcript.first?.content.role == "system"
    if let instructions = own ?? (hasSystemEntry ? nil : defaultInstructions) {
      messages.append(ChatMessage(role: .system, text: instructions))
    }
    // Also where no tool can be called any more: beside true results, a text could pose as one.
    for entry in transcript.showsCalls ? transcript.breakingUpToolMarks() : transcript {
      let role: Role =
        switch entry.content.role.rawValue {
        case "model", "assistant": .assistant
        case "system": .system
        default: .user
        }
      messages.append(ChatMessage(role: role, text: entry.promptText))
    }
    return messages
  }
}
