/// Something that a task waits for until a test opens it.
package struct Gate: Sendable {
  private let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  /// Creates a gate that is closed.
  package init() {
    (stream, continuation) = AsyncStream<Void>.makeStream()
  }

  /// Lets one task through, now or when it comes.
  package func open() {
    continuation.yield()
  }

  /// Waits until it is open; throws `CancellationError`.
  package func pass() async throws {
    for await _ in stream { return }
    throw CancellationError()
  }
}
