import HybridInference

extension Transcript {
  /// The conversation with tools in its instructions.
  ///
  /// In what is said, nothing looks like a call any more.
  ///
  /// - Parameters:
  ///   - functions: The functions; at least one.
  ///   - defaultInstructions: The instructions of a conversation that has none.
  /// - Returns: The conversation.
  func showing(
    _ functions: [FunctionDeclaration],
    defaultInstructions: String?
  ) -> Transcript {
    let own = instructions.flatMap { $0.isEmpty ? nil : $0 } ?? defaultInstructions
    let tools = ToolNotation.instructions(for: functions)
    return Transcript(
      instructions: own.map { $0 + "\n\n" + tools } ?? tools,
      entries: map { $0.breakingUpToolMarks() }
    )
  }

  /// The conversation without marks of the tools' notation in what people and models say.
  ///
  /// The instructions are the app's and stay as they are.
  func breakingUpToolMarks() -> Transcript {
    Transcript(instructions: instructions, entries: map { $0.breakingUpToolMarks() })
  }

  /// Whether a model is shown calls, or results, so that a text could look like one.
  var showsCalls: Bool {
    contains { entry in
      entry.content.parts.contains { part in
        switch part.content {
        case .functionCall, .functionResponse: !part.isThought
        default: false
        }
      }
    }
  }
}

extension Transcript.Entry {
  /// The entry as a model is shown it: its visible text, with calls and results in their notation.
  var promptText: String {
    var text = ""
    var wasResponse = false
    for part in content.parts where !part.isThought {
      switch part.content {
      case .text(let piece): text += piece
      case .functionCall(let call): text += ToolNotation.text(of: call)
      case .functionResponse(let response):
        text += (wasResponse ? "\n" : "") + ToolNotation.text(of: response)
      default: continue
      }
      if case .functionResponse = part.content { wasResponse = true } else { wasResponse = false }
    }
    return text
  }

  /// The entry with each mark in its texts broken up; the instructions of an app stay as they are.
  fileprivate func breakingUpToolMarks() -> Transcript.Entry {
    guard content.role != "system" else { return self }
    // A model's answer stays read where it only shows what results look like; it makes no calls.
    let marks = content.role == .model ? ToolNotation.callMarks : ToolNotation.marks
    var entry = self
    entry.content.parts = []
    // Texts that are shown side by side are one text: a mark can be put together of several.
    var text: String?
    for part in content.parts {
      switch part.content {
      case .text(let piece) where !part.isThought: text = (text ?? "") + piece
      case .functionCall where !part.isThought, .functionResponse where !part.isThought:
        entry.append(text.map(marks.breakingUp))
        text = nil
        entry.content.parts.append(part)
      default: entry.content.parts.append(part)
      }
    }
    entry.append(text.map(marks.breakingUp))
    return entry
  }

  private mutating func append(_ text: String?) {
    guard let text else { return }
    content.parts.append(.text(text))
  }
}
