import HybridInference

extension ModelRequest {
  /// A request with one prompt.
  static func prompt(
    _ text: String,
    instructions: String? = nil,
    tools: [any ToolRepresentable] = [],
    schema: GenerationSchema? = nil,
    config: GenerationConfig? = nil
  ) -> ModelRequest {
    conversation(
      [.user(.text(text))],
      instructions: instructions,
      tools: tools,
      schema: schema,
      config: config
    )
  }

  /// A request with a conversation.
  static func conversation(
    _ entries: [Transcript.Entry],
    instructions: String? = nil,
    tools: [any ToolRepresentable] = [],
    schema: GenerationSchema? = nil,
    config: GenerationConfig? = nil
  ) -> ModelRequest {
    ModelRequest(
      transcript: Transcript(instructions: instructions, entries: entries),
      tools: tools,
      schema: schema,
      options: .init(gemini: config)
    )
  }
}

extension Transcript.Entry {
  /// What a person says.
  static func user(_ parts: Part...) -> Transcript.Entry {
    .init(content: ModelContent(role: .user, parts: parts))
  }

  /// What a model says.
  static func model(_ parts: Part..., by name: String? = nil) -> Transcript.Entry {
    .init(content: ModelContent(role: .model, parts: parts), modelVersion: name)
  }
}

extension AsyncThrowingStream {
  /// All elements.
  func collected() async throws -> [Element] {
    var elements: [Element] = []
    for try await element in self { elements.append(element) }
    return elements
  }
}
