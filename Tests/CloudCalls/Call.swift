import HybridInference

/// A way to call a model.
enum Call: String {
  /// An answer in one piece.
  case unary
  /// A streamed answer, read to its end.
  case streamed
  /// A streamed answer whose reader leaves after the first piece.
  case left
  /// A stream that is made and never read.
  case dropped
  /// An answer in one piece whose task is cancelled a moment later.
  case cancelled
  /// A streamed answer as a session gives it.
  case session

  /// Makes the call; gives the text of the answer, or the error.
  func outcome(of model: any LanguageModel) async -> String {
    do {
      return try await text(of: model)
    } catch {
      return "\(error)"
    }
  }

  private func text(of model: any LanguageModel) async throws -> String {
    let entry = Transcript.Entry(content: .init(role: .user, parts: [.text("Hi there")]))
    let request = ModelRequest(transcript: Transcript(entries: [entry]))
    switch self {
    case .unary:
      return try await model.generateContent(request).text
    case .streamed:
      var text = ""
      for try await piece in model.streamContent(request) { text += piece.text }
      return text
    case .left:
      for try await piece in model.streamContent(request) { return piece.text }
      return "nothing"
    case .dropped:
      _ = model.streamContent(request)
      return "dropped"
    case .cancelled:
      let task = Task { try await model.generateContent(request).text }
      try await Task.sleep(for: .milliseconds(100))
      task.cancel()
      return try await task.value
    case .session:
      return try await GenerativeModelSession(model: model).streamResponse(to: "Hi there").collect()
        .content
    }
  }
}
