import Foundation
import HybridInference

extension Decodable {
  /// Reads a message of the API.
  ///
  /// Throws `GenerationError.decodingFailure`, which names the field but quotes nothing.
  static func decode(_ json: Data) throws(GenerationError) -> Self {
    do {
      let decoder = JSONDecoder()
      // As the JSON form of protocol buffers writes them.
      decoder.nonConformingFloatDecodingStrategy = .convertFromString(
        positiveInfinity: "Infinity",
        negativeInfinity: "-Infinity",
        nan: "NaN"
      )
      return try decoder.decode(Self.self, from: json)
    } catch let error as DecodingError {
      throw .decodingFailure(reason: error.summary)
    } catch {
      throw .decodingFailure(reason: "it is not valid JSON")
    }
  }
}

extension DecodingError {
  /// What is wrong and where, without any of the text.
  fileprivate var summary: String {
    switch self {
    case .keyNotFound(let key, let context):
      "the field “\((context.codingPath + [key]).dotted)” is missing"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      "the field “\(context.codingPath.dotted)” is not of its type"
    case .dataCorrupted(let context) where !context.codingPath.isEmpty:
      "the field “\(context.codingPath.dotted)” is not valid"
    default:
      "it is not a valid JSON message of the API"
    }
  }
}

extension [any CodingKey] {
  fileprivate var dotted: String {
    map { $0.intValue.map { "\($0)" } ?? $0.stringValue }.joined(separator: ".")
  }
}
