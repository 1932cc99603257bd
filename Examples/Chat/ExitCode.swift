/// How the program ends.
///
/// The numbers are those of `sysexits.h` and of shells.
enum ExitCode: Int32 {
  case success = 0
  /// A model failed.
  case failure = 1
  /// The command line is wrong.
  case usage = 64
  /// There is no model to ask.
  case unavailable = 69
  /// Standard output cannot be written.
  case noOutput = 74
  /// Ctrl-C.
  case interrupted = 130
}
