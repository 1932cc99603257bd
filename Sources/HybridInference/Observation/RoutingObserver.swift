import Synchronization

/// Takes what happens on the way to a session's answers: adds it up, and tells who listens.
final class RoutingObserver: Sendable {
  /// The observer of the session that the current task answers for.
  @TaskLocal static var current: RoutingObserver?

  private struct State {
    var totals: [ModelTotals] = []
    var listeners: [Int: AsyncStream<RoutingEvent>.Continuation] = [:]
    var nextID = 0
  }

  private let state = Mutex(State())

  deinit {
    for listener in state.withLock(\.listeners).values { listener.finish() }
  }

  /// What each model has done, in the order in which they were first asked.
  var totals: [ModelTotals] { state.withLock(\.totals) }

  /// What happens from now on.
  ///
  /// Of a listener that does not keep up, the oldest events are lost.
  func events() -> AsyncStream<RoutingEvent> {
    let (stream, listener) = AsyncStream<RoutingEvent>.makeStream(
      bufferingPolicy: .bufferingNewest(1024)
    )
    let id = state.withLock { state in
      state.nextID += 1
      state.listeners[state.nextID] = listener
      return state.nextID
    }
    listener.onTermination = { [weak self] _ in self?.remove(id) }
    return stream
  }

  /// Something happened.
  func report(_ event: RoutingEvent) {
    let listeners = state.withLock { state in
      state.totals.add(event)
      return state.listeners.values
    }
    for listener in listeners { listener.yield(event) }
  }

  private func remove(_ id: Int) {
    state.withLock { $0.listeners[id] = nil }
  }
}

extension [ModelTotals] {
  fileprivate mutating func add(_ event: RoutingEvent) {
    switch event {
    case .attempt(let name, let source), .fallback(let name, let source),
      .hedge(let name, let source), .continuation(let name, let source):
      self[place(of: name, source)].requests += 1
    case .attemptEnded(let attempt, let usage, let firstContent):
      let place = place(of: attempt.modelName, attempt.inferenceSource)
      self[place].add(attempt, usage: usage, firstContent: firstContent)
    case .retry, .coolDown: break
    }
  }

  private mutating func place(of name: String, _ source: InferenceSource) -> Int {
    let known = firstIndex { $0.modelName == name && $0.inferenceSource == source }
    if let known { return known }
    append(ModelTotals(modelName: name, inferenceSource: source))
    return count - 1
  }
}
