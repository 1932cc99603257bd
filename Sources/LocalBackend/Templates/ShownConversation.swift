import HybridInference

/// A conversation as a model is shown it: whole turns, and how its answer begins.
struct ShownConversation: Sendable {
  /// The conversation, up to the turn to answer.
  var transcript: Transcript
  /// What has come of the answer, to be gone on with; empty: the model begins it.
  var beginning = ""

  /// Takes the beginning of the answer out of a request's transcript.
  init(_ request: ModelRequest) {
    transcript = request.transcript
    guard request.continuesAnswer, let last = transcript.last, last.content.role == .model else {
      return
    }
    beginning = last.text
    transcript = Transcript(
      instructions: transcript.instructions,
      entries: Array(transcript.dropLast())
    )
  }

  /// The bytes of all that is said.
  var byteCount: Int {
    transcript.promptByteCount + beginning.utf8.count
  }
}

/// A conversation in tokens.
struct PromptTokens: Sendable {
  /// Up to where the answer begins.
  var conversation: [TokenID]
  /// What has come of the answer.
  var beginning: [TokenID] = []

  /// All of them, in order.
  var all: [TokenID] { conversation + beginning }
}
