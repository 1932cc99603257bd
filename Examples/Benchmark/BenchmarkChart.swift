import Foundation

/// The results of a run as a picture: the ratio of each row, and the bar that it should reach.
///
/// Ratios stand on a logarithmic axis and begin at 1, where candidate and reference are equal, so
/// that half and double look alike.
struct BenchmarkChart {
  private let results: [BenchmarkResult]

  init(_ results: [BenchmarkResult]) {
    self.results = results
  }

  private static let width = 860.0
  private static let plot = 250.0...640.0
  private static let rowHeight = 26.0
  private static let top = 64.0

  private var height: Double { Self.top + Double(results.count) * Self.rowHeight + 40 }

  /// The picture, as the text of an SVG file.
  var svg: String {
    let size = "\(Self.text(Self.width)) \(Self.text(height))"
    var lines = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(size)\" role=\"img\""
        + " aria-labelledby=\"title desc\">",
      "<title id=\"title\">Benchmark: ratios of candidate to reference</title>",
      "<desc id=\"desc\">\(Self.escaped(description))</desc>",
      Self.style,
      "<rect class=\"ground\" width=\"100%\" height=\"100%\"/>",
      Self.label(x: 16, y: 26, class: "head", "Candidate to reference"),
      Self.label(x: 16, y: 44, class: "note", "1: equal. The line marks what should be reached."),
    ]
    lines += axis
    for (index, result) in results.enumerated() {
      lines.append(row(result, y: Self.top + Double(index) * Self.rowHeight))
    }
    return (lines + ["</svg>", ""]).joined(separator: "\n")
  }

  /// What the picture shows, in words.
  private var description: String {
    results.map { "\($0.row.name): \(Self.words(for: $0))." }.joined(separator: " ")
  }

  private static func words(for result: BenchmarkResult) -> String {
    switch result.outcome {
    case .skipped(let reason): return "skipped, \(reason)"
    case .failed(let reason): return "failed, \(reason)"
    case .measured(let numbers):
      let ratio = "ratio \(BenchmarkReport.text(numbers.ratio))"
      guard let bar = result.row.bar else { return ratio }
      return
        "\(ratio), to reach: \(bar.text), \(bar.isReached(numbers) ? "reached" : "not reached")"
    }
  }

  // MARK: The axis

  /// All numbers that must have a place.
  private var ratios: [Double] {
    results.flatMap { result -> [Double] in
      guard case .measured(let numbers) = result.outcome else { return [] }
      return [numbers.ratio, result.row.bar?.ratio(beside: numbers) ?? 1]
    }
    .filter { $0.isFinite && $0 > 0 }
  }

  /// Whole powers of two around all ratios.
  private var powers: ClosedRange<Int> {
    let logarithms = ratios.map(log2)
    let least = Int((logarithms.min() ?? 0).rounded(.down))
    let greatest = Int((logarithms.max() ?? 0).rounded(.up))
    return min(-1, max(-10, least))...max(1, min(10, greatest))
  }

  /// The place of a ratio; those that are too small or too great stand at the edge.
  private func x(_ ratio: Double) -> Double {
    let powers = powers
    let power = ratio > 0 ? min(max(log2(ratio), -10), 10) : -10
    let share = (power - Double(powers.lowerBound)) / Double(powers.count - 1)
    let plot = Self.plot
    return plot.lowerBound + min(max(share, 0), 1) * (plot.upperBound - plot.lowerBound)
  }

  private var axis: [String] {
    let bottom = height - 30
    return powers.flatMap { power -> [String] in
      let ratio = exp2(Double(power))
      let place = Self.text(x(ratio))
      let line =
        "<line class=\"\(power == 0 ? "one" : "grid")\" x1=\"\(place)\" x2=\"\(place)\""
        + " y1=\"\(Self.text(Self.top - 8))\" y2=\"\(Self.text(bottom))\"/>"
      let name = power < 0 ? "1/\(1 << -power)" : "\(1 << power)"
      return [line, Self.label(x: x(ratio), y: bottom + 16, class: "tick", name)]
    }
  }

  // MARK: Rows

  private func row(_ result: BenchmarkResult, y: Double) -> String {
    let middle = y + 13
    var parts = [
      "<g><title>\(Self.escaped("\(result.row.name): \(Self.words(for: result))"))</title>",
      Self.label(x: 16, y: middle + 4, class: "name", result.row.name),
    ]
    switch result.outcome {
    case .skipped: parts.append(Self.label(x: 656, y: middle + 4, class: "note", "skipped"))
    case .failed: parts.append(Self.label(x: 656, y: middle + 4, class: "no", "failed"))
    case .measured(let numbers):
      parts += bars(numbers, of: result.row, middle: middle)
    }
    return parts.joined() + "</g>"
  }

  private func bars(
    _ numbers: BenchmarkResult.Numbers,
    of row: BenchmarkRow,
    middle: Double
  ) -> [String] {
    let kind = row.bar.map { $0.isReached(numbers) ? "yes" : "no" } ?? "plain"
    let (from, to) = (min(x(1), x(numbers.ratio)), max(x(1), x(numbers.ratio)))
    var parts = [
      "<rect class=\"\(kind)\" x=\"\(Self.text(from))\" y=\"\(Self.text(middle - 7))\""
        + " width=\"\(Self.text(max(1, to - from)))\" height=\"14\"/>"
    ]
    if let bar = row.bar, let mark = bar.ratio(beside: numbers) {
      let place = Self.text(x(mark))
      parts.append(
        "<line class=\"mark\" x1=\"\(place)\" x2=\"\(place)\""
          + " y1=\"\(Self.text(middle - 11))\" y2=\"\(Self.text(middle + 11))\"/>"
      )
    }
    let ratio = BenchmarkReport.text(numbers.ratio)
    // Not by colour alone.
    let verdict = row.bar.map { "\($0.isReached(numbers) ? "✓" : "✗") \($0.text)" }
    parts.append(Self.label(x: 656, y: middle + 4, class: "value", ratio))
    if let verdict { parts.append(Self.label(x: 700, y: middle + 4, class: "note", verdict)) }
    return parts
  }
}

extension BenchmarkChart {
  /// Colours for light and dark surroundings.
  private static let style = """
    <style>
    text { font: 13px system-ui, sans-serif; fill: #1f2328 }
    .ground { fill: #ffffff } .head { font-weight: 600 } .note, .tick { fill: #59636e }
    .tick { text-anchor: middle; font-size: 11px } .note { font-size: 12px }
    .grid { stroke: #d1d9e0 } .one { stroke: #59636e } .mark { stroke: #1f2328; stroke-width: 2 }
    rect.yes { fill: #2f81f7 } rect.no { fill: #d1570a } rect.plain { fill: #8c959f }
    @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 } .ground { fill: #0d1117 } .note, .tick { fill: #9198a1 }
    .grid { stroke: #3d444d } .one { stroke: #9198a1 } .mark { stroke: #ffffff }
    rect.yes { fill: #4493f8 } rect.no { fill: #f0883e } rect.plain { fill: #6e7681 }
    }
    </style>
    """

  private static func label(x: Double, y: Double, class name: String, _ content: String) -> String {
    "<text class=\"\(name)\" x=\"\(text(x))\" y=\"\(text(y))\">\(escaped(content))</text>"
  }

  /// A coordinate.
  private static func text(_ number: Double) -> String {
    number == number.rounded() ? "\(Int(number))" : String(format: "%.1f", number)
  }

  /// A text as XML holds it: without the characters that XML cannot hold at all.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\t", "\n", "\r", "\u{20}"..."\u{D7FF}", "\u{E000}"..."\u{FFFD}",
        "\u{10000}"..."\u{10FFFF}":
        escaped.unicodeScalars.append(scalar)
      default: escaped += "\u{FFFD}"
      }
    }
    return escaped
  }
}
