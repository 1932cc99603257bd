/// What can go wrong behind the door to C.
enum LlamaError: Error, Equatable {
  /// llama.cpp refused the file; its log says why.
  case modelRefused(reason: String)
  /// The load was stopped, since nobody waited for it any more.
  case loadStopped
  /// The model is of a kind that does not generate text from text.
  case unsuitableModel(reason: String)
  /// The context could not be made, usually for lack of memory.
  case contextRefused(contextSize: Int, sequences: Int)
  /// A step failed, with llama.cpp's code.
  case stepFailed(code: Int)
  /// A text could not be split into tokens.
  case notTokenizable
  /// No token of the vocabulary goes on with the form that the answer is held to.
  case noFittingToken
  /// The model's chat template is none that llama.cpp knows.
  case unknownTemplate
}

extension LlamaError: CustomStringConvertible {
  /// The cause as a phrase.
  var description: String {
    switch self {
    case .modelRefused(let reason): "llama.cpp cannot load it: \(reason)"
    case .loadStopped: "nobody waited for it any more"
    case .unsuitableModel(let reason): "it cannot be used: \(reason)"
    case .contextRefused(let size, let sequences):
      "no memory for \(sequences) contexts of \(size) tokens"
    case .stepFailed(let code): "llama_decode failed with code \(code)"
    case .notTokenizable: "the text cannot be split into tokens"
    case .noFittingToken: "the model has no token that fits the form of the answer"
    case .unknownTemplate: "the model's chat template is none that llama.cpp knows"
    }
  }
}
