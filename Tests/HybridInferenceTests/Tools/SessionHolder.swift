import HybridInference
import Synchronization

/// A place for a session that a tool wants to use, made before the session is.
final class SessionHolder: Sendable {
  private let storage = Mutex<GenerativeModelSession?>(nil)

  var session: GenerativeModelSession? {
    get { storage.withLock { $0 } }
    set { storage.withLock { $0 = newValue } }
  }
}
