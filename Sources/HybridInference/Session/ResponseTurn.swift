/// Follows one turn's answer: takes what the model gives, and says what the caller gets.
///
/// Pure: it waits for nothing and changes nothing but itself.
struct ResponseTurn {
  private var stamp: ResponseStamp
  /// All that has come but what was said: a long answer is held once, where readers take it.
  private var judged = ResponseAssembly()
  private var hasContent = false

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
    hasContent = hasContent || chunk.hasContent
    if judged.response.failure != nil, let failure = progress.whole(with: chunk).failure {
      throw failure
    }
    return chunk
  }

  /// The model has ended its answer.
  ///
  /// Gives the whole of it.
  ///
  /// Throws when the answer has no finish reason: then its end is missing.
  func end(of progress: StreamProgress) throws(GenerationError) -> GenerateContentResponse {
    guard judged.response.finishReason != nil else {
      throw .connectionLost(partialResponse: partialResponse(of: progress))
    }
    return progress.whole()
  }

  /// An error of the model as the caller gets it: with what had come of the answer.
  func error(from error: any Error, of progress: StreamProgress) -> any Error {
    let error = GenerationError.callerError(from: error)
    guard let error = error as? GenerationError, error.partialResponse == nil,
      let partialResponse = partialResponse(of: progress)
    else { return error }
    return error.with(partialResponse: partialResponse)
  }

  private func partialResponse(of progress: StreamProgress) -> GenerateContentResponse? {
    hasContent ? progress.whole() : nil
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
