import TestSupport

@testable import LocalBackend

/// A model that knows nothing: it writes any byte that may come, each as likely as the others.
struct RandomWriter {
  var generator: SeededGenerator

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  /// Writes until the answer ends.
  ///
  /// - Parameters:
  ///   - grammar: What it is held to.
  ///   - limit: The most bytes.
  ///   - ends: How likely it ends where it may, in percent.
  /// - Returns: The answer; `nil` when it is not complete after so many bytes, or nothing may come.
  mutating func write(_ grammar: Grammar, limit: Int = 100_000, ends: UInt64 = 50) -> [UInt8]? {
    var constraint = OutputConstraint(grammar)
    var bytes: [UInt8] = []
    while bytes.count < limit {
      if constraint.isComplete { return bytes }
      if constraint.canEnd, generator.next() % 100 < ends { return bytes }
      let forced = generator.next() % 2 == 0 ? constraint.forcedBytes : []
      let next = forced.isEmpty ? pick(constraint).map { [$0] } : forced
      guard let next, constraint.accept(next) else { return nil }
      bytes += next
    }
    return nil
  }

  private mutating func pick(_ constraint: OutputConstraint) -> UInt8? {
    for _ in 0..<6 {
      let byte = UInt8(truncatingIfNeeded: generator.next())
      if constraint.allows([byte]) { return byte }
    }
    let all = (UInt8.min...UInt8.max).filter { constraint.allows([$0]) }
    return all.isEmpty ? nil : all[Int(generator.next() % UInt64(all.count))]
  }
}
