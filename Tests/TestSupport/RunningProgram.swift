import Foundation

/// A program that runs beside the tests.
package final class RunningProgram {
  private let process = Process()
  private let input = Pipe()
  private let folder: URL

  /// Starts a program; see `Program.run` for the parameters.
  package init(
    _ program: String,
    _ arguments: [String],
    environment: [String: String?] = [:]
  ) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "run-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
    process.environment = ProcessInfo.processInfo.environment
      .merging(environment.compactMapValues { $0 }) { $1 }
      .filter { environment[$0.key] != .some(nil) }
    process.standardInput = input
    // Files, not pipes: a pipe that nobody empties would stop the program.
    process.standardOutput = try file("output")
    process.standardError = try file("errors")
    try process.run()
  }

  deinit {
    if process.isRunning { process.terminate() }
    try? FileManager.default.removeItem(at: folder)
  }

  /// What it has written to standard output so far.
  package var output: String { text("output") }

  /// What it has written to standard error so far.
  package var errors: String { text("errors") }

  /// Gives it something to read.
  package func type(_ text: String) {
    try? input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
  }

  /// Ends what it reads.
  package func endInput() {
    try? input.fileHandleForWriting.close()
  }

  /// Ctrl-C.
  package func interrupt() {
    process.interrupt()
  }

  /// Waits for its end.
  ///
  /// - Returns: The exit status; of a signal, its number.
  package func waitUntilExit() -> Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Waits for its end, but no longer than so many seconds; then it is killed.
  ///
  /// - Returns: The exit status; of a signal, its number; `nil` when it had to be killed.
  package func waitUntilExit(within seconds: Double) -> Int32? {
    let end = Date(timeIntervalSinceNow: seconds)
    while process.isRunning, Date() < end { usleep(5_000) }
    guard !process.isRunning else {
      kill(process.processIdentifier, SIGKILL)
      return nil
    }
    return process.terminationStatus
  }

  private func file(_ name: String) throws -> FileHandle {
    let url = folder.appending(path: name)
    try Data().write(to: url)
    return try FileHandle(forWritingTo: url)
  }

  private func text(_ name: String) -> String {
    (try? String(contentsOf: folder.appending(path: name), encoding: .utf8)) ?? ""
  }
}
