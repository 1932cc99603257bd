/// Who is inside llama.cpp, and who may still go in: the decisions of ``ExitGate``.
///
/// It does nothing itself.
struct GateOccupancy {
  /// A thread, by a number that no other one has.
  typealias ThreadNumber = UInt

  /// What a thread that asks is to do.
  enum Answer: Equatable {
    /// Go on.
    case goOn
    /// Stay where it is until the process is gone.
    case stay
  }

  /// The threads inside, each with the number of calls that it is in: one may lead to another.
  private var depths: [(thread: ThreadNumber, calls: Int)] = []
  /// The thread that ends the process, once one does.
  private var closer: ThreadNumber?

  /// Whether the process is ending.
  var isShut: Bool { closer != nil }

  /// A thread wants in.
  ///
  /// Whoever is inside already must be able to finish, and the thread that ends the process must
  /// never stop: both go on when the gate is shut.
  mutating func enter(_ thread: ThreadNumber) -> Answer {
    if let index = depths.firstIndex(where: { $0.thread == thread }) {
      depths[index].calls += 1
      return .goOn
    }
    if let closer, closer != thread { return .stay }
    depths.append((thread, 1))
    return .goOn
  }

  /// A thread comes out of a call.
  ///
  /// When the gate is shut it comes out only to stay: what it would do next, with an answer that was
  /// cut short, is of no use to anybody.
  mutating func leave(_ thread: ThreadNumber) -> Answer {
    guard let index = depths.firstIndex(where: { $0.thread == thread }) else { return .goOn }
    depths[index].calls -= 1
    guard depths[index].calls == 0 else { return .goOn }
    depths.remove(at: index)
    return closer == nil || closer == thread ? .goOn : .stay
  }

  /// A thread ends the process.
  mutating func shut(by thread: ThreadNumber) {
    closer = closer ?? thread
  }

  /// Whether the end of the process must wait: a thread is inside that is not the one that ends it.
  var mustWait: Bool { depths.contains { $0.thread != closer } }
}
