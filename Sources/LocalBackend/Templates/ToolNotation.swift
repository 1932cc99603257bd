import HybridInference

/// How tools, calls and results are written for a model, and read from it.
///
/// It is the notation of Hermes and Qwen, which many models have learned: each call is a JSON object
/// between marks.
///
///     <tool_call>
///     {"name":"get_weather","arguments":{"city":"Rome"}}
///     </tool_call>
///
/// Results are JSON between `<tool_response>` marks, in a turn of the user's.
enum ToolNotation {
  static let callStart = "<tool_call>"
  static let callEnd = "</tool_call>"
  private static let responseStart = "<tool_response>"
  private static let responseEnd = "</tool_response>"
  private static let marks = [
    callStart, callEnd, responseStart, responseEnd, "<tools>", "</tools>",
  ]

  /// What instructions say of tools.
  static func instructions(for functions: [FunctionDeclaration]) -> String {
    let lines = functions.map { function in
      var members: [(String, GeneratedContent)] = [
        ("name", .init(kind: .string(function.name))),
        ("description", .init(kind: .string(function.description))),
      ]
      if let parameters = function.parameters {
        members.append(("parameters", parameters.promptContent))
      }
      let declaration = GeneratedContent(
        kind: .structure(
          properties: Dictionary(members) { first, _ in first },
          orderedKeys: members.map(\.0)
        )
      )
      return guarded("{\"type\":\"function\",\"function\":\(declaration.jsonString)}")
    }
    return """
      # Tools

      You may call functions to answer the user. These are there:
      <tools>
      \(lines.joined(separator: "\n"))
      </tools>

      To call one, write its name and arguments as a JSON object:
      <tool_call>
      {"name":<name>,"arguments":<arguments>}
      </tool_call>
      """
  }

  /// A call, as the model writes it.
  static func text(of call: FunctionCall) -> String {
    let name = GeneratedContent(kind: .string(call.name)).jsonString
    let arguments = guarded(call.arguments.jsonString)
    return "\(callStart)\n{\"name\":\(name),\"arguments\":\(arguments)}\n\(callEnd)"
  }

  /// A result, as the model is shown it.
  static func text(of response: FunctionResponse) -> String {
    let name = GeneratedContent(kind: .string(response.name)).jsonString
    let content = guarded(response.response.jsonString)
    return "\(responseStart)\n{\"name\":\(name),\"content\":\(content)}\n\(responseEnd)"
  }

  /// A text of somebody's with each mark in it broken up by a space: nobody can write one.
  static func breakingUp(_ text: String) -> String {
    PlainMarks(marks: marks).breakingUp(text)
  }

  /// JSON without marks; it says the same.
  private static func guarded(_ json: String) -> String {
    guard json.contains("<") else { return json }
    // In JSON, that sign stands in texts only.
    return marks.reduce(json) { json, mark in
      json.replacing(mark, with: "\\u003c" + mark.dropFirst())
    }
  }

  /// What an answer with calls is held to.
  ///
  /// - Parameters:
  ///   - functions: The functions that may be called; at least one.
  ///   - isRequired: Whether the answer is one call, and nothing else.
  ///   - schema: What an answer without calls has to fit; `nil` for free text.
  /// - Returns: The form.
  static func form(
    of functions: [FunctionDeclaration],
    isRequired: Bool,
    schema: GenerationSchema?
  ) -> GrammarForm {
    let calls = functions.map { function -> GrammarForm in
      let name = GeneratedContent(kind: .string(function.name)).jsonString
      let arguments = function.parameters.map(GrammarForm.value) ?? .literal("{}")
      return .sequence([.literal("{\"name\":\(name),\"arguments\":"), arguments, .literal("}")])
    }
    let call = GrammarForm.sequence([.literal("\n"), .anyOf(calls), .literal("\n" + callEnd)])
    let onlyCall = GrammarForm.sequence([.literal(callStart), call])
    if isRequired { return onlyCall }
    if let schema { return .anyOf([.value(schema), onlyCall]) }
    return .freeText(until: callStart, then: call)
  }
}

extension Transcript {
  /// The conversation with tools in its instructions.
  ///
  /// In what the user says, nothing looks like a call any more.
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
    let entries = map { entry in
      guard entry.content.role == .user else { return entry }
      var entry = entry
      entry.content.parts = entry.content.parts.map { part in
        guard case .text(let text) = part.content else { return part }
        var part = part
        part.content = .text(ToolNotation.breakingUp(text))
        return part
      }
      return entry
    }
    return Transcript(
      instructions: own.map { $0 + "\n\n" + tools } ?? tools,
      entries: entries
    )
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
}
