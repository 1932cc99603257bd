/// What the command line says.
struct BenchmarkArguments: Equatable {
  /// What is to be done.
  enum Action: Equatable {
    case measure
    case list
    case help
    case child(String)
  }

  /// The command line cannot be read.
  struct UsageError: Error {
    let message: String
  }

  var action = Action.measure
  /// The names of the rows to measure; empty: all.
  var only: [String] = []
  /// How often each row is measured; `nil`: as often as the row says.
  var pairs: Int?
  var printsJSON = false
  /// The file that the chart is written to.
  var chart: String?
  var checks = false

  /// Reads the arguments, without the program's name.
  init(_ arguments: some Sequence<String>) throws(UsageError) {
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--help", "-h": action = .help
      case "--list": action = .list
      case "--json": printsJSON = true
      case "--svg": chart = try Self.value(of: argument, &rest)
      case "--check": checks = true
      case "--only": only.append(try Self.value(of: argument, &rest))
      case "--child": action = .child(try Self.value(of: argument, &rest))
      case "--pairs":
        guard let number = Int(try Self.value(of: argument, &rest)), number > 0 else {
          throw UsageError(message: "--pairs takes a whole number from 1.")
        }
        pairs = number
      default: throw UsageError(message: "there is no option \(argument).")
      }
    }
  }

  private static func value(
    of option: String,
    _ rest: inout ArraySlice<String>
  ) throws(UsageError) -> String {
    guard let value = rest.popFirst() else {
      throw UsageError(message: "\(option) needs a value.")
    }
    return value
  }

  static let help = """
    Benchmark: measures this package against a reference, on this machine.

    Usage: Benchmark [options]

    Options:
      --list         the rows, and what each one measures
      --only NAME    this row; may be given more than once
      --pairs N      how often each row is measured
      --json         the results as JSON
      --svg FILE     also draws the ratios, with the bars that they should reach, into this file
      --check        fail when a row does not do the work that it should, or breaks a bar that is
                     no matter of time
      --help, -h     this text

    Each row measures a candidate and a reference in turn, after one run of each that is not
    counted. The table shows the medians, the median of the ratios (candidate to reference, pair by
    pair), and the least and the greatest ratio. A row whose needs are not met (a model, a server)
    is listed as skipped.

    Exit status: 0, whatever the times are; 1 when --check finds a fault; 64 wrong usage.

    """
}
