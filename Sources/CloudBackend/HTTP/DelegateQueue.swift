#if canImport(FoundationNetworking)
import Foundation

/// The queue of a session's callbacks, which makes the session wait while there are too many.
///
/// `URLSession` on Linux does not wait by itself: it reads from its sockets and adds a callback for
/// each piece, faster than they are called. While it waits, the kernel makes the servers wait.
///
/// An operation queue may be used from any thread, and what is added to it here may too.
final class DelegateQueue: OperationQueue, @unchecked Sendable {
  private let backlog: Backlog

  /// Creates an empty queue.
  ///
  /// - Parameter backlog: Counts the callbacks that have not returned.
  init(backlog: Backlog = Backlog(limit: 64)) {
    self.backlog = backlog
    super.init()
    maxConcurrentOperationCount = 1
  }

  override func addOperation(_ block: @escaping @Sendable () -> Void) {
    backlog.add(1)
    super.addOperation { [backlog] in
      block()
      backlog.take(1)
    }
  }
}
#endif
