import Foundation
import HybridInference

/// One part of a path, between two slashes.
enum PathSegment {
  private static let maximumLength = 256

  /// A name as one part of a path, that cannot lead to another path.
  ///
  /// Throws `invalidRequest` for what can be no name; the rest is percent-encoded.
  static func encoded(_ name: String, field: String) throws(GenerationError) -> String {
    guard !name.isEmpty else { throw .invalidRequest(field: field, reason: "is empty") }
    guard name.utf8.count <= maximumLength else {
      throw .invalidRequest(field: field, reason: "is longer than \(maximumLength) bytes")
    }
    let isPlain = name.unicodeScalars.allSatisfy {
      !"/\\?#".unicodeScalars.contains($0) && $0.properties.generalCategory != .control
    }
    guard isPlain, !name.contains(".."), name != ".",
      let encoded = name.addingPercentEncoding(withAllowedCharacters: .unreserved)
    else {
      throw .invalidRequest(field: field, reason: "must be a name, without /, ?, # and ..")
    }
    return encoded
  }
}

extension CharacterSet {
  /// What never needs encoding in an address.
  fileprivate static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
  )
}
