import Foundation
import Synchronization

#if canImport(os)
import os
#endif

/// Where this package reports what an app's developer may want to know: fallbacks, retries, faults.
///
/// Entries never hold an API key, a token or the text of a prompt.
public enum InferenceLog {
  /// How much an entry matters.
  public enum Level: Int, Sendable, Comparable, CaseIterable {
    /// For someone who works on this package.
    case debug
    /// For the record.
    case info
    /// Worth knowing.
    case notice
    /// Something failed, and was dealt with or reported.
    case error

    /// Whether the first level matters less than the second.
    public static func < (first: Level, second: Level) -> Bool {
      first.rawValue < second.rawValue
    }
  }

  /// One report.
  public struct Entry: Sendable, Hashable {
    /// How much it matters.
    public var level: Level
    /// What happened, in one line without control characters.
    public var message: String

    /// Creates an entry.
    public init(level: Level, message: String) {
      self.level = level
      self.message = message
    }
  }

  /// Takes each entry, on whatever thread it comes up; it should return soon.
  public typealias Handler = @Sendable (Entry) -> Void

  /// A function that is lent to a generic closure comes back wrapped: bare in the mutex, it would
  /// grow by a wrapper each time that it is read.
  private struct Sink {
    var handler: Handler
    /// What matters less is not even put into words.
    var leastLevel = Level.debug
  }

  private static let storage = Mutex(
    Sink(handler: InferenceLog.write, leastLevel: InferenceLog.leastWrittenLevel)
  )

  private static var leastWrittenLevel: Level {
    #if canImport(os)
    .debug
    #else
    .notice
    #endif
  }

  /// Takes each entry.
  ///
  /// Set it to send the log elsewhere, or to silence it.
  ///
  /// By default notices and errors are written to standard error, and on Apple systems everything
  /// to the unified log.
  public static var handler: Handler {
    get { storage.withLock { $0.handler } }
    set { storage.withLock { $0 = Sink(handler: newValue) } }
  }

  /// Reports something, without any secret and without text of a prompt.
  package static func log(_ level: Level, _ message: @autoclosure () -> String) {
    let sink = storage.withLock { $0 }
    guard level >= sink.leastLevel else { return }
    sink.handler(Entry(level: level, message: message().onOneLine))
  }

  private static func write(_ entry: Entry) {
    #if canImport(os)
    let logger = Logger(subsystem: "HybridInference", category: "inference")
    logger.log(level: entry.level.osLogType, "\(entry.message, privacy: .public)")
    #else
    if entry.level >= leastWrittenLevel {
      FileHandle.standardError.write(Data("HybridInference: \(entry.message)\n".utf8))
    }
    #endif
  }
}

#if canImport(os)
extension InferenceLog.Level {
  fileprivate var osLogType: OSLogType {
    switch self {
    case .debug: .debug
    case .info: .info
    case .notice: .default
    case .error: .error
    }
  }
}
#endif
