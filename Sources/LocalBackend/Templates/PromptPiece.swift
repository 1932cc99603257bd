/// A piece of a rendered prompt.
enum PromptPiece: Sendable, Hashable {
  /// Text that the template wrote: special tokens in it are meant.
  case template(String)
  /// Text that a message holds: it is only text, whatever it looks like.
  case content(String, role: ChatMessage.Role)
}
