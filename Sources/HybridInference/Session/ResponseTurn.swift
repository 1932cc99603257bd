/// Follows one turn's answer: takes what the model gives, and says what the caller gets.
///
/// Pure: it waits for nothing and changes nothing but itself.
struct ResponseTurn {
  private var stamp: ResponseStamp
  private var assembly = ResponseAssembly()

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
  /// Gives it back when there is something in it for the caller to see.
  ///
  /// A finish reason that is a failure is thrown with all that had come.
  mutating func receive(
    _ chunk: GenerateContentResponse,
    after duration: Duration
  ) throws(GenerationError) -> GenerateContentResponse? {
    let chunk = stamp.stamp(chunk, after: duration)
    assembly.add(chunk)
    if let failure = assembly.response.failure { throw failure }
    return chunk.hasContent ? chunk : nil
  }

  /// The model has ended its answer.
  ///
  /// Gives the whole of it.
  ///
  /// Throws when the answer has no finish reason: then its end is missing.
  func end() throws(GenerationError) -> GenerateContentResponse {
    guard assembly.response.finishReason != nil else {
      throw .connectionLost(partialResponse: partialResponse)
    }
    return assembly.response
  }

  /// An error of the model as the caller gets it: with what had come of the answer.
  func error(from error: any Error) -> any Error {
    let error = GenerationError.callerError(from: error)
    guard let partialResponse, let error = error as? GenerationError else { return error }
    return error.partialResponse == nil ? error.with(partialResponse: partialResponse) : error
  }

  private var partialResponse: GenerateContentResponse? {
    assembly.response.hasContent ? assembly.response : nil
  }
}
