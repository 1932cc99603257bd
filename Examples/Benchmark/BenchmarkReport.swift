import Foundation

/// The results of a run, for people and for programs.
struct BenchmarkReport {
  private let results: [BenchmarkResult]

  init(_ results: [BenchmarkResult]) {
    self.results = results
  }

  /// The results as a table in Markdown.
  var table: String {
    let header = [
      "row", "candidate", "reference", "ratio", "spread", "pairs", "bar", "reached",
    ]
    let rows = [header, header.map { _ in "---" }] + results.map(cells)
    return rows.map { "| " + $0.joined(separator: " | ") + " |" }.joined(separator: "\n")
  }

  private func cells(_ result: BenchmarkResult) -> [String] {
    let row = result.row
    let empty = ["", "", "", "", "", row.bar?.text ?? "", ""]
    switch result.outcome {
    case .skipped(let reason): return ["\(row.name) (skipped: \(reason))"] + empty
    case .failed(let reason): return ["\(row.name) (failed: \(reason))"] + empty
    case .measured(let numbers):
      let spread = [numbers.spread.lowerBound, numbers.spread.upperBound].map(Self.text)
      return [
        row.name,
        "\(Self.text(numbers.candidate)) \(row.unit)",
        "\(Self.text(numbers.reference)) \(row.unit)",
        Self.text(numbers.ratio),
        spread.joined(separator: "…"),
        "\(numbers.pairs)",
        row.bar?.text ?? "",
        row.bar.map { $0.isReached(numbers) ? "yes" : "no" } ?? "",
      ]
    }
  }

  /// The results as a JSON text.
  var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    // Numbers that JSON cannot express come of a reference that measured nothing.
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "infinity",
      negativeInfinity: "-infinity",
      nan: "nan"
    )
    let data = (try? encoder.encode(results.map(Entry.init))) ?? Data()
    return String(decoding: data, as: UTF8.self)
  }

  /// Three significant digits, and all of what is before the point.
  static func text(_ number: Double) -> String {
    guard number.isFinite else { return "–" }
    let digits = number == 0 ? 1 : Int(log10(abs(number)).rounded(.down)) + 1
    return String(format: "%.\(min(4, max(0, 3 - digits)))f", number)
  }

  private struct Entry: Encodable {
    var name: String
    var summary: String
    var unit: String
    var candidate: Double?
    var reference: Double?
    var ratio: Double?
    var leastRatio: Double?
    var greatestRatio: Double?
    var pairs: Int?
    var work: Int?
    var bar: String?
    var reached: Bool?
    var skipped: String?
    var failed: String?

    init(_ result: BenchmarkResult) {
      let row = result.row
      name = row.name
      summary = row.summary
      unit = row.unit
      bar = row.bar?.text
      switch result.outcome {
      case .skipped(let reason): skipped = reason
      case .failed(let reason): failed = reason
      case .measured(let numbers):
        candidate = numbers.candidate
        reference = numbers.reference
        ratio = numbers.ratio
        leastRatio = numbers.spread.lowerBound
        greatestRatio = numbers.spread.upperBound
        pairs = numbers.pairs
        work = numbers.work
        reached = row.bar.map { $0.isReached(numbers) }
      }
    }
  }
}
