import Synchronization

/// What a streamed turn and the readers of its stream share: pieces that no reader has taken yet,
/// the answer up to the last piece taken, and the outcome.
final class StreamProgress: Sendable {
  /// What a reader gets next.
  enum Event {
    /// The answer with one more piece, and what can be read of it.
    case snapshot(GenerateContentResponse, GeneratedContent)
    /// The end.
    case outcome(Result<GenerateContentResponse, any Error>)
  }

  private enum Piece {
    case part(GenerateContentResponse)
    /// The model answers once more, after tools have run.
    case round

    var response: GenerateContentResponse? {
      if case .part(let response) = self { response } else { nil }
    }
  }

  private struct State {
    /// How many pieces wait apart from each other; what comes after them in a round waits as one.
    ///
    /// A piece takes a kilobyte, however short its text is.
    private static let maximumPieces = 1_000

    private var pieces: [Piece] = []
    private var taken = 0
    /// What has come after the pieces.
    private var rest: ResponseAssembly?
    var assembly = ResponseAssembly()
    var outcome: Result<GenerateContentResponse, any Error>?
    var waiters: [CheckedContinuation<Void, Never>] = []
    /// Reads the text of the last round as it comes; `nil` when the text is the answer.
    var reader: PartialJSON?
    private var hasFailed = false

    init(reader: PartialJSON?) {
      self.reader = reader
    }

    /// Whether readers have taken all that has come.
    var hasNothingWaiting: Bool { pieces.isEmpty }

    /// What no reader has taken.
    var waiting: [Piece] { pieces[taken...] + (rest.map { [.part($0.response)] } ?? []) }

    /// Adds a piece.
    mutating func add(_ piece: GenerateContentResponse) {
      if rest == nil, pieces.count - taken < Self.maximumPieces {
        pieces.append(.part(piece))
      } else {
        rest = rest ?? ResponseAssembly()
        rest?.add(piece)
      }
    }

    /// The model is asked.
    mutating func beginRound() {
      pieces = waiting + [.round]
      taken = 0
      rest = nil
    }

    /// Forgets what no reader has taken.
    mutating func dropWaiting() {
      pieces = []
      taken = 0
      rest = nil
    }

    /// The answer with the next piece that shows something, if one has come.
    mutating func nextSnapshot() -> Event? {
      while taken < pieces.count {
        guard case .part(let piece) = takePiece() else {
          assembly.beginRound()
          // What was said before calls is no part of a value.
          if reader != nil { reader = PartialJSON() }
          hasFailed = false
          continue
        }
        assembly.add(piece)
        read(piece)
        // A reader has nothing to see before there is text, nor in a piece that says nothing.
        guard piece.hasContent, !hasFailed, assembly.response.hasVisibleText else { continue }
        if let content { return .snapshot(assembly.response, content) }
      }
      return nil
    }

    private mutating func takePiece() -> Piece {
      let piece = pieces[taken]
      // What was taken is not kept until the reader has caught up.
      pieces[taken] = .round
      taken += 1
      if taken == pieces.count {
        pieces = rest.map { [.part($0.response)] } ?? []
        rest = nil
        taken = 0
      }
      return piece
    }

    /// What can be read of the answer; `nil` when that is nothing yet.
    private var content: GeneratedContent? {
      if let reader { return reader.snapshot }
      return GeneratedContent(kind: .string(assembly.response.text), isComplete: false)
    }

    /// Reads on.
    ///
    /// What is not JSON gives no more snapshots; the end of the answer says so.
    private mutating func read(_ piece: GenerateContentResponse) {
      let index = assembly.response.answer?.index
      guard let candidate = piece.candidates.first(where: { $0.index == index }) else { return }
      do {
        try reader?.append(candidate.content.text)
      } catch {
        hasFailed = true
      }
    }
  }

  private let state: Mutex<State>

  /// Creates the progress of an answer that is text, or JSON.
  init(readsJSON: Bool = false) {
    state = Mutex(State(reader: readsJSON ? PartialJSON() : nil))
  }

  /// Adds a piece of the answer.
  func add(_ piece: GenerateContentResponse) {
    wake { $0.add(piece) }
  }

  /// The model is asked, for the first time or once more, after tools have run.
  func beginRound() {
    wake { $0.beginRound() }
  }

  /// All that has come, also what no reader has taken; and one more piece, if there is one.
  func whole(with piece: GenerateContentResponse? = nil) -> GenerateContentResponse {
    state.withLock { state in
      var assembly = state.assembly
      let waiting = state.waiting
      if !waiting.isEmpty { assembly.makeRoom(for: waiting.lazy.compactMap(\.response)) }
      for piece in waiting {
        switch piece {
        case .part(let piece): assembly.add(piece)
        case .round: assembly.beginRound()
        }
      }
      if let piece { assembly.add(piece) }
      return assembly.response
    }
  }

  /// Ends the stream, if it has not ended yet.
  func finish(with outcome: Result<GenerateContentResponse, any Error>) {
    wake { state in
      guard state.outcome == nil else { return }
      state.outcome = outcome
      // Of a stream that was stopped, nobody wants the rest.
      if case .failure(let error) = outcome, error is CancellationError {
        state.dropWaiting()
      }
    }
  }

  /// The next thing for a reader, as soon as there is one.
  func next() async -> Event {
    while true {
      let event = state.withLock { state -> Event? in
        state.nextSnapshot() ?? state.outcome.map(Event.outcome)
      }
      if let event { return event }
      await change { $0.hasNothingWaiting && $0.outcome == nil }
    }
  }

  /// The outcome, as soon as there is one.
  func outcome() async -> Result<GenerateContentResponse, any Error> {
    while true {
      if let outcome = state.withLock(\.outcome) { return outcome }
      await change { $0.outcome == nil }
    }
  }

  /// Waits for a change, when there is need to.
  private func change(isNeeded: @Sendable (State) -> Bool) async {
    await withCheckedContinuation { continuation in
      let mustWait = state.withLock { state in
        guard isNeeded(state) else { return false }
        state.waiters.append(continuation)
        return true
      }
      if !mustWait { continuation.resume() }
    }
  }

  private func wake(_ change: (inout State) -> Void) {
    let waiters = state.withLock { state in
      change(&state)
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }
}
