import Foundation

/// Why a call has no output.
enum ToolFailure: Error {
  /// There is no function of the name.
  case unknownTool
  /// The request does not allow the function.
  case notAllowed
  /// The arguments do not fit.
  case badArguments(any Error)
  /// The function threw.
  case thrown(any Error)
  /// The output cannot be written as JSON.
  case badOutput(any Error)
  /// The app has refused the call, which is no error.
  case refused(reason: String)

  /// Whether something went wrong.
  var isError: Bool {
    if case .refused = self { false } else { true }
  }

  /// The longest text that a model is told of an error, in Unicode scalars: a character has no bound.
  private static let longestText = 1000

  /// What the model is told.
  ///
  /// It gets the text of what the function threw; that goes nowhere else.
  var text: String {
    switch self {
    case .unknownTool, .notAllowed, .badArguments, .badOutput: reason
    case .thrown(let error):
      String(
        ((error as? any LocalizedError)?.errorDescription ?? String(describing: error))
          .unicodeScalars.prefix(Self.longestText)
      )
    case .refused(let reason): reason
    }
  }

  /// What happened, for errors and logs: without the texts of foreign errors.
  var reason: String {
    switch self {
    case .unknownTool: "there is no such tool"
    case .notAllowed: "it is not allowed in this request"
    case .badArguments(GenerationError.decodingFailure(let reason, _)):
      "its arguments do not fit: \(reason)"
    case .badArguments: "its arguments do not fit"
    case .thrown(let error): "it threw \(type(of: error))"
    case .badOutput: "its output cannot be written as JSON"
    case .refused: "the app refused the call"
    }
  }

  /// The error behind it.
  private var underlyingError: (any Error)? {
    switch self {
    case .badArguments(let error), .thrown(let error), .badOutput(let error): error
    case .unknownTool, .notAllowed, .refused: nil
    }
  }

  /// The error that ends a turn, after a call of a function; see ``ToolSet/shownName(of:)``.
  func error(of name: String) -> GenerationError {
    .toolCallFailed(
      name: name,
      reason: reason,
      underlyingError: underlyingError
    )
  }

  /// A line for the log; `nil` when there is nothing to tell.
  ///
  /// For the name, see ``ToolSet/shownName(of:)``.
  func logLine(for name: String) -> String? {
    switch self {
    case .unknownTool: "The model called a tool that there is not, and was told so."
    case .notAllowed: "The model called the tool “\(name)”, which is not allowed, and was told so."
    case .badArguments:
      "The model called the tool “\(name)” with arguments that do not fit, and was told so."
    case .thrown, .badOutput: "The tool “\(name)” failed, and the model was told: \(reason)."
    case .refused: nil
    }
  }
}
