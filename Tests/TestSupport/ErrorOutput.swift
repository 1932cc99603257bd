import Foundation
import Synchronization

/// What a child process writes to standard error: shown as it comes, and its beginning kept.
///
/// A thread empties the pipe, since a full one would stop the child.
final class ErrorOutput: Sendable {
  /// The most bytes that are kept.
  private static let maximumSize = 1 << 16

  /// What the child writes to.
  let pipe = Pipe()
  private let kept = Mutex(Data())
  private let end = DispatchSemaphore(value: 0)

  /// Begins to read.
  init() {
    let handle = pipe.fileHandleForReading
    Thread.detachNewThread { [self] in
      while let bytes = try? handle.read(upToCount: 4_096), !bytes.isEmpty {
        kept.withLock { $0 += bytes.prefix(Self.maximumSize - $0.count) }
        try? FileHandle.standardError.write(contentsOf: bytes)
      }
      end.signal()
    }
  }

  /// All that the child has written, once it has ended; what there is after five seconds.
  func whole() -> String {
    _ = end.wait(timeout: .now() + 5)
    return String(decoding: kept.withLock(\.self), as: UTF8.self)
  }
}
