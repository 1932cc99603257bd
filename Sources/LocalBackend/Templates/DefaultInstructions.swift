/// What a chat template tells the model when the app gives no instructions.
///
/// llama.cpp knows templates by sight and renders their form, but leaves this text out; a model that
/// was trained with it answers badly without.
enum DefaultInstructions {
  /// The text, as the template has it; `nil` when it has none.
  ///
  /// Looked for is a whole system message in one literal of the template, as in ChatML:
  /// `'<|im_start|>system\nYou are …<|im_end|>'`.
  static func find(in template: String) -> String? {
    // In the template, the line break is written as an escape.
    let message = /<\|im_start\|>system(?:\\n|\n)(?<text>[^'"{}<]+)<\|im_end\|>/
    guard let match = template.firstMatch(of: message) else { return nil }
    return String(match.text).replacing("\\n", with: "\n")
  }
}
