extension ModelRequest {
  /// The request that has an answer gone on with.
  ///
  /// - Parameter text: The answer so far.
  /// - Returns: The request.
  func continuing(_ text: String) -> ModelRequest {
    var request = self
    var text = text
    if continuesAnswer, let beginning = transcript.last {
      text = beginning.text + text
      let entries = Array(transcript.dropLast())
      request.transcript = Transcript(instructions: transcript.instructions, entries: entries)
    }
    request.transcript.append(.init(content: .init(role: .model, parts: [.text(text)])))
    request.continuesAnswer = true
    return request
  }

  /// The request with notes in the places of images and other media in the turns before the one to
  /// answer.
  ///
  /// `nil` when there are none.
  func replacingEarlierMedia() -> ModelRequest? {
    var entries = Array(transcript)
    let end = entries.lastIndex(where: \.isPrompt) ?? entries.endIndex
    var hasMedia = false
    for index in entries.indices where index < end {
      entries[index].content.parts = entries[index].content.parts.map { part in
        guard let note = part.mediaNote else { return part }
        hasMedia = true
        return .text(note)
      }
    }
    guard hasMedia else { return nil }
    var request = self
    request.transcript = Transcript(instructions: transcript.instructions, entries: entries)
    return request
  }
}

extension Part {
  /// What stands in the place of a medium that a model cannot take; `nil` for all else.
  fileprivate var mediaNote: String? {
    switch content {
    case .inlineData(_, let type), .fileData(_, let type):
      "[Not shown here: \(type.isEmpty ? "a file" : type)]"
    default: nil
    }
  }
}
