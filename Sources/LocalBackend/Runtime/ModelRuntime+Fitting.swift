import HybridInference

extension ModelRuntime {
  /// The tokens of a conversation, without its oldest turns where it does not fit.
  ///
  /// - Parameters:
  ///   - transcript: The conversation.
  ///   - answer: The most tokens of the answer, for which room is left; `nil`: a quarter of the
  ///     context.
  ///   - beginning: The tokens that have come of the answer.
  ///   - model: The model.
  /// - Returns: The tokens; more than fit when the newest turn alone does not.
  /// - Throws: `unknownTemplate` or `notTokenizable`.
  func tokens(
    of transcript: Transcript,
    leavingRoomFor answer: Int?,
    and beginning: Int = 0,
    model: LoadedModel
  ) throws(LlamaError) -> [TokenID] {
    let size = contextSize(of: model) - beginning
    let room = size - min(answer ?? size / 4, size / 2)
    let count = try TurnDropping.count(
      turns: transcript.turnStarts.count,
      room: room
    ) { count throws(LlamaError) in
      try tokens(of: transcript.droppingTurns(count), model: model).count
    }
    return try tokens(of: transcript.droppingTurns(count), model: model)
  }
}
