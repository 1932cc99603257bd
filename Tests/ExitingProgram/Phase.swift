/// What the model does when the program ends.
enum Phase: String {
  /// It is being loaded for the first time.
  case load
  /// It has been loaded, and a prewarm reads the instructions.
  case prewarm
  /// It is making its second answer.
  case answer
  /// Its second answer was cancelled a moment ago.
  case cancel
  /// Four answers and many counts of tokens at the same time.
  case crowd
  /// It is being loaded, and has just written a line to the log.
  case line
}
