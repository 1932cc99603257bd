/// A number that a row should reach.
struct BenchmarkBar: Sendable {
  /// What is held against the number.
  private enum Quantity: Sendable {
    /// The median of the ratios.
    case ratio
    /// The candidate's median.
    case candidate
    /// What the candidate has more than the reference.
    case excess
  }

  /// The bar in words, for the table.
  let text: String
  /// Whether it is about time, so that `--check` lets it be.
  let isAboutTime: Bool

  private let quantity: Quantity
  private let limits: ClosedRange<Double>

  /// A ratio that is not to be less.
  static func ratio(atLeast limit: Double) -> BenchmarkBar {
    BenchmarkBar(
      text: "ratio ≥ \(number(limit))",
      isAboutTime: true,
      quantity: .ratio,
      limits: limit...(.infinity)
    )
  }

  /// A ratio that is not to be greater.
  static func ratio(atMost limit: Double, isAboutTime: Bool = true) -> BenchmarkBar {
    BenchmarkBar(
      text: "ratio ≤ \(number(limit))",
      isAboutTime: isAboutTime,
      quantity: .ratio,
      limits: -.infinity...limit
    )
  }

  /// A number of the candidate's own that is not to be less.
  static func candidate(atLeast limit: Double, text: String) -> BenchmarkBar {
    BenchmarkBar(
      text: text,
      isAboutTime: true,
      quantity: .candidate,
      limits: limit...(.infinity)
    )
  }

  /// A number of the candidate's own that is not to be greater.
  static func candidate(atMost limit: Double, text: String) -> BenchmarkBar {
    BenchmarkBar(text: text, isAboutTime: true, quantity: .candidate, limits: -.infinity...limit)
  }

  /// The most that the candidate may have more than the reference.
  static func excess(
    atMost limit: Double,
    text: String,
    isAboutTime: Bool
  ) -> BenchmarkBar {
    BenchmarkBar(
      text: text,
      isAboutTime: isAboutTime,
      quantity: .excess,
      limits: -.infinity...limit
    )
  }

  private static func number(_ limit: Double) -> String {
    limit == limit.rounded() ? "\(Int(limit))" : "\(limit)"
  }
}

extension BenchmarkBar {
  /// Whether numbers reach it.
  func isReached(_ numbers: BenchmarkResult.Numbers) -> Bool {
    switch quantity {
    case .ratio: limits.contains(numbers.ratio)
    case .candidate: limits.contains(numbers.candidate)
    case .excess: limits.contains(numbers.candidate - numbers.reference)
    }
  }

  /// Where it lies among ratios, beside these numbers; `nil` when that cannot be told.
  func ratio(beside numbers: BenchmarkResult.Numbers) -> Double? {
    let limit = limits.lowerBound.isFinite ? limits.lowerBound : limits.upperBound
    let ratio =
      switch quantity {
      case .ratio: limit
      case .candidate: limit / numbers.reference
      case .excess: (numbers.reference + limit) / numbers.reference
      }
    return ratio.isFinite && ratio > 0 ? ratio : nil
  }
}
