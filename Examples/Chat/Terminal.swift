import Foundation

/// The two ends of the terminal: answers go to standard output, everything else to standard error.
enum Terminal {
  static var isInteractive: Bool { isatty(STDIN_FILENO) == 1 }

  /// Writes to standard output at once.
  ///
  /// Ends the program when that is not possible: there is nobody left to answer.
  static func write(_ text: String) {
    do {
      try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
    } catch {
      note("Chat: the answer cannot be written.")
      exit(ExitCode.noOutput.rawValue)
    }
  }

  /// Writes a line to standard error.
  static func note(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data("\(text)\n".utf8))
  }

  /// Reads a line of standard input; `nil` at its end.
  ///
  /// Reading blocks, so it has a thread of its own.
  static func readLine(prompt: String) async -> String? {
    if isInteractive { write(prompt) }
    return await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: Swift.readLine()) }
    }
  }
}
