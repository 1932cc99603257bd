/// How the program ends.
enum Way: String {
  /// At the end of the main program.
  case main
  /// The main thread calls `exit`.
  case call
  /// Another thread calls `exit`.
  case thread
  /// The thread that loads the model calls `exit`, in the middle of that; for the phase `line`.
  case inside
}
