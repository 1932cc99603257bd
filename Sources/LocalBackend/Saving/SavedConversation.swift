import Foundation

/// A conversation's cache as it stands in a file.
///
/// The file begins with a mark of eight bytes, a checksum of all that follows it and the length of a
/// head in JSON; after the head come llama.cpp's bytes. llama.cpp trusts such bytes: nothing reaches
/// it before model, version and checksum were found right.
struct SavedConversation {
  /// What the file is of.
  struct Head: Codable, Equatable {
    /// The model and the library that it was made by.
    var maker: Maker
    /// The tokens that the state is of.
    var tokens: [TokenID]
    /// The tokens of the answers in the conversation, as far as they are known, in order.
    var answers: [[TokenID]]
  }

  /// The model and the library that a state belongs to.
  struct Maker: Codable, Equatable {
    var library: String
    var architecture: String
    var parameterCount: UInt64
    var fileSize: UInt64
    var fileTime: Int64

    init(file: ModelFile, library: String) {
      self.library = library
      architecture = file.header.architecture
      parameterCount = file.header.parameterCount
      fileSize = file.identity.size
      fileTime = file.identity.modificationTime
    }
  }

  /// Why a file is not used, as a phrase.
  struct Misfit: Error, Equatable {
    var reason: String
  }

  var head: Head
  var state: [UInt8]

  private static let mark = Array("HICACHE1".utf8)

  /// The file's bytes.
  func encoded() throws -> Data {
    let head = try JSONEncoder().encode(head)
    var body = Self.bytes(of: UInt64(head.count))
    body += head
    body += state
    return Data(Self.mark + Self.bytes(of: Self.checksum(body[...])) + body)
  }

  init(head: Head, state: [UInt8]) {
    self.head = head
    self.state = state
  }

  /// Reads a file's bytes.
  ///
  /// - Parameters:
  ///   - data: The bytes.
  ///   - maker: What it must be made by.
  /// - Throws: Why it cannot be used.
  init(_ data: Data, madeBy maker: Maker) throws(Misfit) {
    let bytes = [UInt8](data)
    guard bytes.count >= 24, bytes.starts(with: Self.mark) else {
      throw Misfit(reason: "it is no saved conversation of this version")
    }
    let headCount = Self.number(in: bytes[16..<24])
    guard Self.number(in: bytes[8..<16]) == Self.checksum(bytes[16...]),
      headCount <= UInt64(bytes.count - 24)
    else { throw Misfit(reason: "it is damaged") }
    let stateStart = 24 + Int(headCount)
    guard let head = try? JSONDecoder().decode(Head.self, from: Data(bytes[24..<stateStart])) else {
      throw Misfit(reason: "it is damaged")
    }
    guard head.maker == maker else {
      throw Misfit(reason: "it was made by another model file or another llama.cpp")
    }
    self.init(head: head, state: Array(bytes[stateStart...]))
  }

  private static func bytes(of number: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  private static func number(in bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// FNV-1a over words of eight bytes: quick, and enough against damage.
  private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.withUnsafeBytes { bytes in
      var hash: UInt64 = 0xCBF2_9CE4_8422_2325 ^ UInt64(bytes.count)
      var index = 0
      while index + 8 <= bytes.count {
        let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        hash = (hash ^ UInt64(littleEndian: word)) &* 0x100_0000_01B3
        hash ^= hash >> 29
        index += 8
      }
      for byte in bytes[index...] { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
      return hash
    }
  }
}
