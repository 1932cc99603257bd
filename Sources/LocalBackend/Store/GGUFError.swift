/// Why a file is not a model file that can be loaded.
enum GGUFError: Error, Equatable {
  case notGGUF
  case unsupportedVersion(UInt32)
  case truncated(expected: UInt64, size: UInt64)
  case malformed(String)
  case unreadable(String)
}

extension GGUFError: CustomStringConvertible {
  /// The cause as a phrase.
  var description: String {
    switch self {
    case .notGGUF: "it is not a GGUF file"
    case .unsupportedVersion(let version): "its GGUF version \(version) is not supported"
    case .truncated(let expected, let size):
      "it is incomplete: \(size) bytes of at least \(expected)"
    case .malformed(let what): "its header is not valid: \(what)"
    case .unreadable(let reason): "it cannot be read: \(reason)"
    }
  }
}
