import Foundation

/// A program that has run to its end.
package struct Program {
  package let status: Int32
  package let output: String
  package let errors: String

  /// Runs a program to its end.
  ///
  /// - Parameters:
  ///   - program: A path, or a name that is looked up in `PATH`.
  ///   - arguments: Its arguments.
  ///   - environment: Variables to set, on top of this process's own; `nil` unsets one.
  ///   - input: What it reads from standard input.
  /// - Returns: What it wrote and how it ended.
  /// - Throws: When it cannot be started.
  package static func run(
    _ program: String,
    _ arguments: [String],
    environment: [String: String?] = [:],
    input: String = ""
  ) throws -> Program {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
    process.environment = ProcessInfo.processInfo.environment
      .merging(environment.compactMapValues { $0 }) { $1 }
      .filter { environment[$0.key] != .some(nil) }
    let folder = FileManager.default.temporaryDirectory.appending(path: "run-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // Files, not pipes: a pipe that nobody empties would stop the program.
    let (input, output, errors) = try (
      file(in: folder, "in", input), file(in: folder, "out", ""), file(in: folder, "err", "")
    )
    process.standardInput = try FileHandle(forReadingFrom: input)
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    process.waitUntilExit()
    return Program(
      status: process.terminationStatus,
      output: try String(contentsOf: output, encoding: .utf8),
      errors: try String(contentsOf: errors, encoding: .utf8)
    )
  }

  /// A program of this package, beside the tests that run.
  package static func built(_ name: String) -> String {
    Bundle.main.bundleURL.resolvingSymlinksInPath().appending(path: name).path
  }

  private static func file(in folder: URL, _ name: String, _ text: String) throws -> URL {
    let url = folder.appending(path: name)
    try text.write(to: url, atomically: false, encoding: .utf8)
    return url
  }
}
