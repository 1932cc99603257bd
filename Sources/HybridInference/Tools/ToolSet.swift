/// The functions among a session's tools, by name.
struct ToolSet: Sendable {
  /// A function that is declared to the model.
  struct Function: Sendable {
    let declaration: FunctionDeclaration
    /// What carries its calls out; `nil`: the app does, after the turn.
    let tool: (any Tool)?
  }

  private var functions: [String: Function] = [:]
  private var failure: GenerationError?

  /// Whether there are any.
  var isEmpty: Bool { functions.isEmpty }

  init(_ tools: [any ToolRepresentable]) {
    for tool in tools {
      guard case .function(let declaration) = tool.toolRepresentation else { continue }
      do throws(GenerationError) {
        try Self.check(declaration)
        guard functions[declaration.name] == nil else {
          throw Self.refusal("has two functions of the name “\(declaration.name)”")
        }
      } catch {
        failure = failure ?? error
      }
      functions[declaration.name] = Function(declaration: declaration, tool: tool as? any Tool)
    }
  }

  /// The function of a name; `nil` when there is none.
  subscript(name: String) -> Function? { functions[name] }

  /// The name of a call's function, for errors and logs.
  ///
  /// Only names of the app's are repeated: a model can make one up of what it was told.
  func shownName(of call: FunctionCall) -> String {
    functions[call.name]?.declaration.name ?? "a tool that there is not"
  }

  /// Throws `invalidRequest` for functions that cannot be declared, or options that do not go with
  /// them.
  func check(_ options: ToolOptions) throws(GenerationError) {
    if let failure { throw failure }
    guard options.maximumRounds ?? 0 >= 0 else {
      throw .invalidRequest(field: "maximumRounds", reason: "is below 0")
    }
    if options.mode == .required, isEmpty {
      throw Self.refusal("has no function, and the options ask for a call")
    }
    guard let names = options.allowedNames else { return }
    guard !names.isEmpty else {
      throw .invalidRequest(field: "allowedNames", reason: "is empty; the mode none allows no call")
    }
    for name in names where functions[name] == nil {
      throw .invalidRequest(field: "allowedNames", reason: "names “\(name)”, which is no tool")
    }
  }

  private static func check(_ function: FunctionDeclaration) throws(GenerationError) {
    try function.checkName()
    guard let parameters = function.parameters else { return }
    do {
      try parameters.check()
    } catch GenerationError.invalidRequest(_, let reason) {
      throw refusal(
        "has the function “\(function.name)” without a schema of its arguments: \(reason)"
      )
    }
    guard parameters.mayBeObject else {
      throw refusal(
        "has the function “\(function.name)”, whose arguments are no object: use a struct"
      )
    }
  }

  private static func refusal(_ reason: String) -> GenerationError {
    .invalidRequest(field: "tools", reason: reason)
  }
}

extension GenerationSchema {
  /// Whether an object may fit it.
  fileprivate var mayBeObject: Bool {
    switch node {
    case .object, .dictionary, .any, .reference: true
    case .anyOf(let schemas): schemas.contains(where: \.mayBeObject)
    case .array, .string, .enumeration, .constants, .integer, .double, .boolean, .null: false
    }
  }
}
