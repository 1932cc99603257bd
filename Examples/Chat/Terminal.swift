import Foundation

/// The two ends of the terminal: answers go to standard output, everything else to standard error.
enum Terminal {
  static var isInteractive: Bool { isatty(STDIN_FILENO) == 1 }

  /// Writes to standard output at once.
  ///
  /// Ends the program when that is not possible: there is nobody left to answer.
  static func write(_ text: String) {
    do {
      try FileHandle.standardOutput.write(contentsOf: bytes(of: text, for: STDOUT_FILENO))
    } catch {
      note("Chat: the answer cannot be written.")
      exit(ExitCode.noOutput.rawValue)
    }
  }

  /// Writes a line to standard error.
  static func note(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: bytes(of: "\(text)\n", for: STDERR_FILENO))
  }

  /// The text without control characters, but for tabs and line ends.
  ///
  /// What a model or a server says must not drive the terminal: move its cursor, rename its window,
  /// fill its clipboard.
  static func harmless(_ text: String) -> String {
    var shown = String.UnicodeScalarView()
    for scalar in text.unicodeScalars
    where scalar.properties.generalCategory != .control || scalar == "\n" || scalar == "\t" {
      shown.append(scalar)
    }
    return String(shown)
  }

  /// What is written of a text: all of it, unless a person sees it.
  private static func bytes(of text: String, for descriptor: Int32) -> Data {
    Data((isatty(descriptor) == 1 ? harmless(text) : text).utf8)
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
