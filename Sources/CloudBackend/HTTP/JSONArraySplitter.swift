import Foundation
import HybridInference

/// Cuts a JSON array into its elements while it comes.
///
/// Bytes go in, cut anywhere, and each element comes out with its last byte. It looks at each byte
/// once and keeps at most one element. Whether an element is valid is for its reader to say.
struct JSONArraySplitter {
  private enum Place {
    case beforeArray
    case betweenElements
    /// In an object, an array, or a text or number of its own.
    case inElement
    case afterArray
  }

  private let maximumElementSize: Int
  private var place = Place.beforeArray
  private var element = Data()
  private var depth = 0
  private var isInString = false
  private var isEscaped = false

  /// Creates a splitter that refuses elements of more bytes than this.
  init(maximumElementSize: Int = .max) {
    self.maximumElementSize = maximumElementSize
  }

  /// Takes the next bytes.
  ///
  /// - Parameter chunk: The bytes.
  /// - Returns: The elements that they complete.
  /// - Throws: When an element is too large, or the bytes do not begin an array.
  mutating func split(_ chunk: Data) throws(GenerationError) -> [Data] {
    var elements: [Data] = []
    let isArray = chunk.withUnsafeBytes { bytes -> Bool in
      // Where the element that is being read begins in these bytes.
      var start = 0
      for position in bytes.indices {
        let byte = bytes[position]
        switch place {
        case .afterArray: return true
        case .beforeArray where byte.isJSONSpace: continue
        case .beforeArray:
          guard byte == UInt8(ascii: "[") else { return false }
          place = .betweenElements
        case .betweenElements where byte.isJSONSpace || byte == UInt8(ascii: ","): continue
        case .betweenElements where byte == UInt8(ascii: "]"): place = .afterArray
        case .betweenElements:
          place = .inElement
          start = position
          if isLast(byte) { end(at: position + 1) }
        case .inElement:
          if isLast(byte) {
            end(at: position + 1)
          } else if depth == 0, !isInString, byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]")
          {
            end(at: position)
            if byte == UInt8(ascii: "]") { place = .afterArray }
          }
        }
        func end(at end: Int) {
          element.append(contentsOf: bytes[start..<end])
          elements.append(element)
          element = Data()
          start = end
          place = .betweenElements
        }
      }
      if place == .inElement { element.append(contentsOf: bytes[start...]) }
      return true
    }
    guard isArray else { throw .decodingFailure(reason: "it is no array") }
    guard max(element.count, elements.lazy.map(\.count).max() ?? 0) <= maximumElementSize else {
      throw .decodingFailure(
        reason: "an element of it is larger than \(maximumElementSize) bytes"
      )
    }
    return elements
  }

  /// Takes a byte of an element; gives whether it closes an object or an array that is one.
  private mutating func isLast(_ byte: UInt8) -> Bool {
    if isInString {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isInString = false
      }
      return false
    }
    switch byte {
    case UInt8(ascii: "\""): isInString = true
    case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      guard depth > 0 else { return false }
      depth -= 1
      return depth == 0
    default: break
    }
    return false
  }
}

extension UInt8 {
  /// Whether it is one of the bytes that JSON allows between its values.
  var isJSONSpace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }
}
