/// Carries out the calls of one answer.
struct ToolRunner: Sendable {
  let tools: ToolSet
  let options: ToolOptions

  /// Runs calls concurrently.
  ///
  /// - Parameter calls: The calls.
  /// - Returns: What the model is told of each, in the order of the calls.
  /// - Throws: `toolCallFailed` where a failure ends the turn, or `CancellationError`. Calls that still
  ///   run are cancelled, and waited for.
  func responses(to calls: [FunctionCall]) async throws -> [FunctionResponse] {
    let outputs = try await withThrowingTaskGroup(of: (Int, GeneratedContent).self) { group in
      for (position, call) in calls.enumerated() {
        let approval = try await approval(of: call)
        group.addTask { (position, try await outcome(of: call, after: approval)) }
      }
      return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    try Task.checkCancellation()
    return calls.enumerated().map { position, call in
      FunctionResponse(
        name: call.name,
        response: outputs[position] ?? .init(kind: .emptyStructure),
        id: call.id
      )
    }
  }

  private func approval(of call: FunctionCall) async throws -> ToolApproval {
    guard let approve = options.approve else { return .allow }
    try Task.checkCancellation()
    do {
      return try await approve(call)
    } catch let error as CancellationError {
      throw error
    } catch {
      throw GenerationError.toolCallFailed(
        name: tools.shownName(of: call),
        reason: "its approval threw \(type(of: error))",
        underlyingError: error
      )
    }
  }

  /// What the model is told of a call.
  private func outcome(
    of call: FunctionCall,
    after approval: ToolApproval
  ) async throws -> GeneratedContent {
    do {
      switch approval {
      case .allow: return try await output(of: call)
      case .supply(let output): return try Self.content(of: output)
      case .refuse(let reason): throw ToolFailure.refused(reason: reason)
      }
    } catch let failure as ToolFailure {
      try Task.checkCancellation()
      let name = tools.shownName(of: call)
      if options.errors == .endTurn, failure.isError { throw failure.error(of: name) }
      if let line = failure.logLine(for: name) { InferenceLog.log(.error, line) }
      return GeneratedContent(properties: ["error": .init(kind: .string(failure.text))])
    }
  }

  private func output(of call: FunctionCall) async throws -> GeneratedContent {
    guard let function = tools[call.name], let tool = function.tool else {
      throw ToolFailure.unknownTool
    }
    let isAllowed = options.mode != .none && options.allowedNames?.contains(call.name) ?? true
    guard isAllowed else { throw ToolFailure.notAllowed }
    if let schema = function.declaration.parameters {
      do {
        try SchemaValidator.check(call.arguments, fits: schema)
      } catch {
        throw ToolFailure.badArguments(error)
      }
    }
    return try await Self.output(of: tool, with: call.arguments)
  }

  private static func output(
    of tool: some Tool,
    with arguments: GeneratedContent
  ) async throws -> GeneratedContent {
    let output = try await call(tool, with: try decode(arguments, for: tool))
    return try content(of: output)
  }

  private static func decode<T: Tool>(
    _ arguments: GeneratedContent,
    for tool: T
  ) throws(ToolFailure) -> T.Arguments {
    do {
      return try arguments.value(as: T.Arguments.self)
    } catch {
      throw .badArguments(error)
    }
  }

  private static func call<T: Tool>(
    _ tool: T,
    with arguments: T.Arguments
  ) async throws(ToolFailure) -> T.Output {
    do {
      return try await tool.call(arguments: arguments)
    } catch {
      throw .thrown(error)
    }
  }

  /// An output as models take it: an object; anything else is put into one.
  private static func content(
    of output: any Encodable & Sendable
  ) throws(ToolFailure) -> GeneratedContent {
    do {
      let content = try GeneratedContent(encoding: output)
      if case .structure = content.kind { return content }
      return GeneratedContent(properties: ["result": content])
    } catch {
      throw .badOutput(error)
    }
  }
}
