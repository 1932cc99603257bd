// Measures this package against a reference, in turn, on the machine that it runs on.
//
//   swift run -c release Benchmark                 all rows, as a table
//   swift run -c release Benchmark --only NAME     one of them
//   swift run -c release Benchmark --json          for programs
//   swift run -c release Benchmark --svg FILE      with a chart
//
// A row (`BenchmarkRow`) is a candidate and a reference that do the same work. Rows are registered
// in `BenchmarkRows`, one file of `Rows` for each group of them.

import Foundation
import HybridInference

@main
enum Benchmark {
  static func main() async {
    let arguments: BenchmarkArguments
    do {
      arguments = try BenchmarkArguments(CommandLine.arguments.dropFirst())
    } catch {
      note("\(error.message)\nTry Benchmark --help.")
      exit(64)
    }
    InferenceLog.handler = { _ in }
    switch arguments.action {
    case .help: print(BenchmarkArguments.help, terminator: "")
    case .list:
      for row in BenchmarkRows.all { print("\(row.name)\t\(row.summary)") }
    case .child(let name): await runChild(name)
    case .measure: exit(await measure(arguments) ? 0 : 1)
    }
  }

  /// Measures the rows that were asked for; gives whether all that was to be checked is in order.
  private static func measure(_ arguments: BenchmarkArguments) async -> Bool {
    var rows = BenchmarkRows.all
    if !arguments.only.isEmpty {
      rows = rows.filter { arguments.only.contains($0.name) }
      let unknown = arguments.only.filter { name in !rows.contains { $0.name == name } }
      guard unknown.isEmpty else {
        note("there is no row \(unknown.joined(separator: ", ")). Try Benchmark --list.")
        return false
      }
    }
    var results: [BenchmarkResult] = []
    for row in rows {
      note("\(row.name) …")
      results.append(await row.measure(pairs: arguments.pairs))
    }
    if arguments.printsJSON {
      print(BenchmarkReport(results).json)
    } else {
      print(BenchmarkReport(results).table)
    }
    if let chart = arguments.chart, !write(BenchmarkChart(results), to: chart) { return false }
    guard arguments.checks else { return true }
    let faults = results.flatMap(\.faults)
    for fault in faults { note(fault) }
    return faults.isEmpty
  }

  /// Draws a chart into a file; gives whether it could be written.
  private static func write(_ chart: BenchmarkChart, to path: String) -> Bool {
    do {
      try Data(chart.svg.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
      return true
    } catch {
      note("the chart cannot be written to \(path): \(error.localizedDescription)")
      return false
    }
  }

  /// Runs what a row has asked to be run in a process of its own, and prints its number.
  private static func runChild(_ name: String) async {
    guard let child = BenchmarkRows.children[name] else {
      note("there is no child \(name).")
      exit(64)
    }
    do {
      print(try await child())
    } catch {
      note("\(name): \(error)")
      exit(1)
    }
  }

  /// Writes a line to standard error.
  static func note(_ line: String) {
    FileHandle.standardError.write(Data("Benchmark: \(line)\n".utf8))
  }
}
