/// The pieces of an answer, as models give them.
package typealias ResponseChunks = AsyncThrowingStream<GenerateContentResponse, any Error>

extension AsyncThrowingStream<GenerateContentResponse, any Error> {
  /// A stream that work in a task of its own feeds.
  ///
  /// The work starts at once. It is cancelled when the stream's reader is, or drops the stream.
  ///
  /// - Parameter work: Gives the pieces; what it throws ends the stream.
  /// - Returns: The stream.
  package static func working(
    _ work: @escaping @Sendable (Continuation) async throws -> Void
  ) -> Self {
    let (stream, continuation) = makeStream()
    let task = Task {
      do {
        try await work(continuation)
        continuation.finish()
      } catch {
        continuation.finish(throwing: error)
      }
    }
    continuation.onTermination = { _ in task.cancel() }
    return stream
  }
}
