package import Foundation

/// Ways to break bytes that a reader is given.
package enum Mutation: CaseIterable {
  case flipBits
  case truncate
  case insertNoise
  case repeatPart
  case joinAnother
  case replaceAll

  /// Broken bytes.
  ///
  /// - Parameters:
  ///   - data: What is right.
  ///   - others: What else is, to be mixed in.
  ///   - random: Says what is broken.
  /// - Returns: What may be wrong; at most 64 KB longer than what was given.
  package static func apply(
    to data: Data,
    mixing others: [Data],
    using random: inout SeededGenerator
  ) -> Data {
    guard !data.isEmpty, let way = allCases.randomElement(using: &random) else { return data }
    let place = Int.random(in: 0..<data.count, using: &random)
    var bytes = Data(data)
    switch way {
    case .flipBits:
      for _ in 0...Int.random(in: 0..<8, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      }
    case .truncate: bytes = Data(bytes.prefix(place))
    case .insertNoise: bytes.insert(contentsOf: noise(64, using: &random), at: place)
    case .repeatPart:
      let part = bytes[place..<min(bytes.count, place + 64)]
      for _ in 0..<Int.random(in: 1..<200, using: &random) {
        bytes.insert(contentsOf: part, at: place)
      }
    case .joinAnother:
      let other = others.randomElement(using: &random) ?? data
      bytes =
        Data(bytes.prefix(place)) + other.suffix(Int.random(in: 0...other.count, using: &random))
    case .replaceAll: bytes = noise(1024, using: &random)
    }
    return bytes
  }

  private static func noise(_ most: Int, using random: inout SeededGenerator) -> Data {
    Data(
      (0..<Int.random(in: 1...most, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
    )
  }
}
