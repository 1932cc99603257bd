import HybridInference

extension Transcript {
  /// The conversation with a schema shown at the end of the turn to answer.
  ///
  /// After the user's text come an empty line, the sentence
  /// "Answer with JSON that fits this JSON Schema:" and, on the next line, the schema without white
  /// space. It stands in the last turn, not in the instructions, so that all earlier turns keep the
  /// tokens that have been read; and it is content like the user's text, so that no name or
  /// description in it can forge a turn; nor a call, since marks of calls are escaped.
  func showing(_ schema: GenerationSchema) -> Transcript {
    let text =
      "Answer with JSON that fits this JSON Schema:\n\(ToolNotation.guarded(schema.promptText))"
    var entries = Array(self)
    // Not at the results of tools: that turn has it already, and stays read.
    if let prompt = entries.lastIndex(where: \.isPrompt) {
      let separator = entries[prompt].text.isEmpty ? "" : "\n\n"
      entries[prompt].content.parts.append(.text(separator + text))
    } else {
      entries.append(.init(content: ModelContent(parts: [.text(text)])))
    }
    return Transcript(instructions: instructions, entries: entries)
  }
}

extension GenerationSchema {
  /// The schema as a model is shown it: as JSON, without what only repeats the order of properties.
  var promptText: String { promptContent.jsonString }

  /// The same as a value.
  var promptContent: GeneratedContent { jsonSchema.withoutOrdering }
}

extension GeneratedContent {
  /// A JSON Schema without `propertyOrdering`.
  fileprivate var withoutOrdering: GeneratedContent {
    guard case .structure(let members, let names) = kind else { return self }
    let kept = names.filter { $0 != "propertyOrdering" }
    var result: [String: GeneratedContent] = [:]
    for name in kept {
      guard let member = members[name] else { continue }
      result[name] =
        switch name {
        case "items", "additionalProperties": member.withoutOrdering
        case "properties", "$defs": member.mapMembers(\.withoutOrdering)
        case "anyOf": member.mapElements(\.withoutOrdering)
        default: member
        }
    }
    return .init(kind: .structure(properties: result, orderedKeys: kept))
  }

  private func mapMembers(_ change: (GeneratedContent) -> GeneratedContent) -> GeneratedContent {
    guard case .structure(let members, let names) = kind else { return self }
    return .init(kind: .structure(properties: members.mapValues(change), orderedKeys: names))
  }

  private func mapElements(_ change: (GeneratedContent) -> GeneratedContent) -> GeneratedContent {
    guard case .array(let elements) = kind else { return self }
    return .init(kind: .array(elements.map(change)))
  }
}
