extension GenerativeModelSession {
  /// An answer that comes piece by piece.
  ///
  /// Snapshots are cumulative, and the last one is complete (`rawContent.isComplete`). The work
  /// started when the stream was made. It stops when a reader is cancelled, and when the stream and
  /// its iterators are gone. Several readers share the pieces: each snapshot goes to one of them.
  public struct ResponseStream<Content: Generable>: AsyncSequence, Sendable {
    /// The answer so far.
    public struct Snapshot: Sendable {
      /// What has come of what was asked for.
      public var content: Content.PartiallyGenerated
      /// The same as a value without a type of its own.
      public var rawContent: GeneratedContent
      /// The model's response so far: which model answers, usage and so on.
      public var rawResponse: GenerateContentResponse

      /// Creates a snapshot.
      public init(
        content: Content.PartiallyGenerated,
        rawContent: GeneratedContent,
        rawResponse: GenerateContentResponse
      ) {
        self.content = content
        self.rawContent = rawContent
        self.rawResponse = rawResponse
      }
    }

    /// Takes snapshots as they come.
    public struct AsyncIterator: AsyncIteratorProtocol {
      fileprivate let stream: ResponseStream
      private var hasEnded = false

      fileprivate init(stream: ResponseStream) {
        self.stream = stream
      }

      /// The next snapshot, as soon as there is one; `nil` after the complete one.
      ///
      /// Throws ``GenerationError`` once, or `CancellationError`; after that it gives `nil`.
      public mutating func next() async throws -> Snapshot? {
        guard !hasEnded else { return nil }
        if Task.isCancelled {
          hasEnded = true
          stream.work.stop()
          throw CancellationError()
        }
        let stream = stream
        while true {
          let event = await withTaskCancellationHandler {
            await stream.progress.next()
          } onCancel: {
            stream.work.stop()
          }
          switch event {
          case .snapshot(let response, let content):
            if let snapshot = stream.form?.snapshot(of: response, content: content) {
              return snapshot
            }
          case .outcome(let outcome):
            hasEnded = true
            let response = try outcome.get()
            return try stream.form?.lastSnapshot(of: response)
          }
        }
      }
    }

    fileprivate let progress: StreamProgress
    fileprivate let work: Work
    /// How the answer is read; `nil` when there will be none.
    fileprivate let form: AnswerForm<Content>?

    /// A stream that fails at once.
    init(failure: GenerationError) {
      progress = StreamProgress()
      work = Work(progress: progress) { false }
      form = nil
      progress.finish(with: .failure(failure))
    }

    /// A stream of an answer, whose work `cancel` stops.
    init(
      progress: StreamProgress,
      form: AnswerForm<Content>,
      cancel: @escaping @Sendable () -> Bool
    ) {
      self.progress = progress
      self.work = .init(progress: progress, cancel: cancel)
      self.form = form
    }

    /// A reader of the stream.
    public func makeAsyncIterator() -> AsyncIterator {
      AsyncIterator(stream: self)
    }

    /// The whole answer, as soon as it is there; also while or after the stream was iterated.
    ///
    /// Cancelling the task stops the work. Throws ``GenerationError``, or `CancellationError`.
    @discardableResult
    public func collect() async throws -> Response<Content> {
      let outcome = await withTaskCancellationHandler {
        await progress.outcome()
      } onCancel: {
        work.stop()
      }
      let response = try outcome.get()
      guard let form else { throw GenerationError.internalError(reason: "the stream has no form") }
      return try form.response(from: response)
    }
  }

  /// The work behind a stream.
  ///
  /// It stops when nothing holds it any more.
  final class Work: Sendable {
    private let progress: StreamProgress
    private let cancel: @Sendable () -> Bool

    /// Creates a work that `cancel` stops; it tells whether there was anything to stop.
    init(progress: StreamProgress, cancel: @escaping @Sendable () -> Bool) {
      self.progress = progress
      self.cancel = cancel
    }

    deinit {
      stop()
    }

    /// Stops the work, if it has not ended.
    ///
    /// Readers get `CancellationError`.
    func stop() {
      if cancel() { progress.finish(with: .failure(CancellationError())) }
    }
  }
}
