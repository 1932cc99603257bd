import Foundation

/// What the command line says.
struct ChatArguments: Equatable {
  /// The four inference modes.
  enum Mode: String, CaseIterable {
    case preferOnDevice = "prefer-on-device"
    case preferInCloud = "prefer-in-cloud"
    case onlyOnDevice = "only-on-device"
    case onlyInCloud = "only-in-cloud"
  }

  /// The command line cannot be read.
  struct UsageError: Error {
    let message: String
  }

  var mode = Mode.preferOnDevice
  var prompt: String?
  var model = "gemini-flash-latest"
  var gguf: String?
  var baseURL: URL?
  var system: String?
  var temperature: Double?
  var seed: UInt64?
  var maxTokens: Int?
  var isVerbose = false
  var showsHelp = false

  /// Reads the arguments, without the program's name.
  init(_ arguments: some Sequence<String>) throws(UsageError) {
    var words: [String] = []
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        words += rest
        break
      }
      if argument.hasPrefix("-"), argument != "-" {
        try readOption(argument, rest: &rest)
      } else {
        words.append(argument)
      }
    }
    prompt = words.isEmpty ? nil : words.joined(separator: " ")
  }

  private mutating func readOption(
    _ argument: String,
    rest: inout ArraySlice<String>
  ) throws(UsageError) {
    let halves = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(halves[0])
    let inline = halves.count == 2 ? String(halves[1]) : nil
    switch name {
    case "--help", "-h": showsHelp = true
    case "--verbose", "-v": isVerbose = true
    case "--mode", "--model", "--gguf", "--base-url", "--system", "--temperature", "--seed",
      "--max-tokens":
      guard let value = inline ?? rest.popFirst() else {
        throw UsageError(message: "\(name) needs a value.")
      }
      try set(name, to: value)
    default: throw UsageError(message: "there is no option \(name).")
    }
  }

  private mutating func set(_ name: String, to value: String) throws(UsageError) {
    func read<Value>(
      _ type: String,
      _ value: Value?
    ) throws(UsageError) -> Value {
      guard let value else { throw UsageError(message: "\(name) takes \(type).") }
      return value
    }
    switch name {
    case "--mode":
      let names = Mode.allCases.map(\.rawValue).joined(separator: ", ")
      mode = try read("one of \(names)", Mode(rawValue: value))
    case "--model": model = value
    case "--gguf": gguf = value
    case "--base-url":
      baseURL = try read("an address such as http://127.0.0.1:8080", URL(string: value))
    case "--system": system = value
    case "--temperature":
      temperature = try read(
        "a number from 0 to 2",
        Double(value).flatMap { (0...2).contains($0) ? $0 : nil }
      )
    case "--seed": seed = try read("a whole number from 0", UInt64(value))
    case "--max-tokens":
      maxTokens = try read("a whole number from 1", Int(value).flatMap { $0 > 0 ? $0 : nil })
    default: break
    }
  }

  static let help = """
    Chat: ask the model on this device, or one in the cloud.

    Usage: Chat [options] ["prompt"]
      With a prompt it answers and ends. Without one it holds a conversation: one line, one turn;
      Ctrl-C stops an answer, Ctrl-D ends the program.

    Options:
      --mode MODE          which model answers (default: prefer-on-device)
          prefer-on-device   the device; the cloud when the device cannot
          prefer-in-cloud    the cloud; the device when offline
          only-on-device     the device
          only-in-cloud      the cloud
      --model NAME         the cloud model (default: gemini-flash-latest)
      --gguf FILE          the on-device model (default: the installed system model)
      --base-url URL       another server for the cloud model
      --system TEXT        instructions for the model
      --temperature T      how random the answer is, from 0 to 2
      --seed N             makes a random answer repeatable
      --max-tokens N       the most tokens of an answer
      --verbose, -v        the route taken, and what is logged, on standard error
      --help, -h           this text

    Environment:
      GEMINI_API_KEY           the key for the cloud model
      HYBRID_INFERENCE_MODEL   the file of the on-device model

    Exit status: 0 answered, 1 the model failed, 64 wrong usage, 69 no model to ask,
    74 the output cannot be written, 130 Ctrl-C.

    """
}
