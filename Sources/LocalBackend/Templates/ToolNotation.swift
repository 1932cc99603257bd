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
  /// All of them.
  static let marks = PlainMarks(
    marks: [callStart, callEnd, responseStart, responseEnd, "<tools>", "</tools>"]
  )

  /// Those of calls.
  static let callMarks = PlainMarks(marks: [callStart, callEnd])

  /// What errors call a function.
  static func title(of function: FunctionDeclaration) -> String { "the tool “\(function.name)”" }

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
    let name = guarded(GeneratedContent(kind: .string(call.name)).jsonString)
    let arguments = guarded(call.arguments.jsonString)
    return "\(callStart)\n{\"name\":\(name),\"arguments\":\(arguments)}\n\(callEnd)"
  }

  /// A result, as the model is shown it.
  static func text(of response: FunctionResponse) -> String {
    let name = guarded(GeneratedContent(kind: .string(response.name)).jsonString)
    let content = guarded(response.response.jsonString)
    return "\(responseStart)\n{\"name\":\(name),\"content\":\(content)}\n\(responseEnd)"
  }

  /// JSON without marks; it says the same.
  ///
  /// In JSON, the sign that marks begin with stands in texts only.
  static func guarded(_ json: String) -> String { marks.escaping(json) }

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
      let arguments = function.parameters.map {
        GrammarForm.named(title(of: function), .value($0))
      }
      return .sequence([
        .literal("{\"name\":\(name),\"arguments\":"), arguments ?? .literal("{}"), .literal("}"),
      ])
    }
    let call = GrammarForm.sequence([.literal("\n"), .anyOf(calls), .literal("\n" + callEnd)])
    let onlyCall = GrammarForm.sequence([.literal(callStart), call])
    if isRequired { return onlyCall }
    if let schema { return .anyOf([.value(schema), onlyCall]) }
    return .freeText(until: callStart, then: call)
  }
}
