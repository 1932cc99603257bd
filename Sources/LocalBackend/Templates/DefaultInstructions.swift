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
    // Without a regular expression, whose first use costs milliseconds of every program's start. In
    // the template, the line break is written as an escape.
    var rest = Substring(template)
    while let opening = rest.firstRange(of: "<|im_start|>system") {
      rest = rest[opening.upperBound...]
      guard let lineBreak = ["\\n", "\n"].first(where: rest.hasPrefix) else { continue }
      let text = rest.dropFirst(lineBreak.count).prefix { !"'\"{}<".contains($0) }
      if !text.isEmpty, rest[text.endIndex...].hasPrefix("<|im_end|>") {
        return String(text).replacing("\\n", with: "\n")
      }
    }
    return nil
  }
}
