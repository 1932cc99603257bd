/// Follows one answer of a turn: takes what the model gives, and says what the caller gets.
///
/// Pure: it waits for nothing and changes nothing but itself.
struct ResponseTurn {
  private var stamp: ResponseStamp
  /// All that has come but what was said: a long answer is held once, where readers take it.
  private var judged = ResponseAssembly()
  private var ending = AnswerEnd()

  /// Whether nothing of the answer is missing, whatever becomes of the model.
  var isWhole: Bool { ending.isWhole }

  init(model: any LanguageModel) {
    stamp = ResponseStamp(model: model)
  }

  /// Takes a whole answer and gives it as the caller gets it.
  ///
  /// Throws when the answer was blocked or stopped early, or holds nothing.
  mutating func receive(
    whole response: GenerateContentResponse,
    after duration: Duration
  ) throws(GenerationError) -> GenerateContentResponse {
    let response = stamp.stamp(response, after: duration)
    if let failure = response.unaryFailure { throw failure }
    return response
  }

  /// Takes a piece of an answer.
  ///
  /// - Parameters:
  ///   - chunk: The piece.
  ///   - duration: How long the model has been answering.
  ///   - progress: All that had come before.
  /// - Returns: The piece as the caller gets it.
  /// - Throws: A finish reason that is a failure, or a blocked prompt, with all that had come.
  mutating func receive(
    _ chunk: GenerateContentResponse,
    after duration: Duration,
    of progress: StreamProgress
  ) throws(GenerationError) -> GenerateContentResponse {
    let chunk = stamp.stamp(chunk, after: duration)
    judged.add(chunk.withoutContent)
    if judged.response.failure != nil, let failure = progress.whole(with: chunk).failure {
      throw failure
    }
    ending.add(chunk)
    return chunk
  }

  /// The model has ended its answer.
  ///
  /// Gives all that has come in the turn.
  ///
  /// Throws when the answer has no finish reason: then its end is missing.
  func end(of progress: StreamProgress) throws(GenerationError) -> GenerateContentResponse {
    guard judged.response.finishReason != nil else {
      throw .connectionLost(partialResponse: progress.partialResponse)
    }
    return progress.whole()
  }
}

extension StreamProgress {
  /// What has come of the answer; `nil` when that is nothing.
  fileprivate var partialResponse: GenerateContentResponse? {
    let response = whole()
    return response.hasContent ? response : nil
  }

  /// An error as the caller gets it: with what had come of the answer.
  func callerError(from error: any Error) -> any Error {
    let error = GenerationError.callerError(from: error)
    guard let error = error as? GenerationError, error.partialResponse == nil,
      let partialResponse
    else { return error }
    return error.with(partialResponse: partialResponse)
  }
}

extension GenerateContentResponse {
  /// The response without what was said: all that it takes to judge it.
  fileprivate var withoutContent: GenerateContentResponse {
    var response = self
    for position in response.candidates.indices {
      response.candidates[position].content.parts = []
    }
    return response
  }
}
