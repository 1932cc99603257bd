import HybridInference
import Synchronization

/// The grammars that were compiled last: a request's schema is looked at more than once.
final class GrammarCache: Sendable {
  /// For all models: a grammar does not depend on one.
  static let shared = GrammarCache(capacity: 16)

  private struct Entry {
    var form: GrammarForm
    var outcome: Result<Grammar, GrammarError>
  }

  private let capacity: Int
  private let entries = Mutex<[Entry]>([])

  init(capacity: Int) {
    self.capacity = capacity
  }

  /// The grammar of a form; compiled when it is not there.
  ///
  /// - Parameter form: What answers are made of.
  /// - Returns: The grammar.
  /// - Throws: Why there is none.
  func grammar(for form: GrammarForm) throws(GrammarError) -> Grammar {
    let known = entries.withLock { entries -> Result<Grammar, GrammarError>? in
      guard let index = entries.firstIndex(where: { $0.form == form }) else { return nil }
      let entry = entries.remove(at: index)
      entries.append(entry)
      return entry.outcome
    }
    if let known { return try known.get() }
    let outcome: Result<Grammar, GrammarError>
    do throws(GrammarError) {
      outcome = .success(try Grammar(form))
    } catch {
      outcome = .failure(error)
    }
    entries.withLock { entries in
      entries.append(Entry(form: form, outcome: outcome))
      if entries.count > capacity { entries.removeFirst() }
    }
    return try outcome.get()
  }
}
