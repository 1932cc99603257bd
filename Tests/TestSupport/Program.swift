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
    let running = try RunningProgram(program, arguments, environment: environment)
    running.type(input)
    running.endInput()
    let status = running.waitUntilExit()
    return Program(status: status, output: running.output, errors: running.errors)
  }

  /// A program of this package, beside the tests that run.
  package static func built(_ name: String) -> String {
    Bundle.main.bundleURL.resolvingSymlinksInPath().appending(path: name).path
  }
}
