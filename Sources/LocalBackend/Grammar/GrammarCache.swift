import HybridInference
import Synchronization

/// The grammars that were compiled last: a request's schema is looked at more than once.
final class GrammarCache: Sendable {
  /// For all models: a grammar does not depend on one.
  static let shared = GrammarCache(capacity: 16)

  private struct Entry {
    var form: GrammarForm
    var outcome: Result<Grammar, GrammarError>

    /// How many nodes are kept for it.
    var size: Int {
      if case .success(let grammar) = outcome { grammar.nodes.count } else { 0 }
    }
  }

  private struct State {
    /// The one that was used last is the last.
    var entries: [Entry] = []
    var compilations = 0
  }

  private let capacity: Int
  private let maximumSize: Int
  private let state = Mutex(State())

  /// Creates an empty cache.
  ///
  /// - Parameters:
  ///   - capacity: How many grammars are kept.
  ///   - maximumSize: How many nodes they have in all; the one that was used last is kept whatever
  ///     its size.
  init(capacity: Int, maximumSize: Int = 2 * GrammarBuilder.maximumNodes) {
    self.capacity = capacity
    self.maximumSize = maximumSize
  }

  /// How many forms have been compiled so far.
  var compilations: Int { state.withLock { $0.compilations } }

  /// The grammar of a form; compiled when it is not there.
  ///
  /// - Parameter form: What answers are made of.
  /// - Returns: The grammar.
  /// - Throws: Why there is none.
  func grammar(for form: GrammarForm) throws(GrammarError) -> Grammar {
    let known = state.withLock { state -> Result<Grammar, GrammarError>? in
      guard let index = state.entries.firstIndex(where: { $0.form == form }) else { return nil }
      let entry = state.entries.remove(at: index)
      state.entries.append(entry)
      return entry.outcome
    }
    if let known { return try known.get() }
    let outcome: Result<Grammar, GrammarError>
    do throws(GrammarError) {
      outcome = .success(try Grammar(form))
    } catch {
      outcome = .failure(error)
    }
    keep(Entry(form: form, outcome: outcome))
    return try outcome.get()
  }

  private func keep(_ entry: Entry) {
    state.withLock { state in
      state.compilations += 1
      // Another task may have compiled the same meanwhile.
      state.entries.removeAll { $0.form == entry.form }
      state.entries.append(entry)
      var size = state.entries.reduce(0) { $0 + $1.size }
      while state.entries.count > max(capacity, 1)
        || (size > maximumSize && state.entries.count > 1)
      {
        size -= state.entries.removeFirst().size
      }
    }
  }
}
