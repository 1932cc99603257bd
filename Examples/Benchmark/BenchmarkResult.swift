/// What came of a row.
struct BenchmarkResult: Sendable {
  /// How it went.
  enum Outcome: Sendable {
    case measured(Numbers)
    case skipped(String)
    case failed(String)
  }

  /// The numbers of a row.
  struct Numbers: Sendable {
    /// The median of the candidate, in the row's unit.
    var candidate: Double
    /// The median of the reference.
    var reference: Double
    /// The median of the ratios, candidate to reference, pair by pair.
    var ratio: Double
    /// The least and the greatest of the ratios.
    var spread: ClosedRange<Double>
    /// How many pairs were measured.
    var pairs: Int
    /// The work that was done in each run, where all runs did the same; else `nil`.
    var work: Int?

    init(_ samples: [(candidate: BenchmarkRow.Sample, reference: BenchmarkRow.Sample)]) {
      candidate = Self.median(samples.map(\.candidate.value))
      reference = Self.median(samples.map(\.reference.value))
      let ratios = samples.map { $0.candidate.value / $0.reference.value }.sorted()
      ratio = Self.median(ratios)
      spread = (ratios.first ?? 0)...(ratios.last ?? 0)
      pairs = samples.count
      let work = Set(samples.flatMap { [$0.candidate.work, $0.reference.work] })
      self.work = work.count == 1 ? work.first : nil
    }

    private static func median(_ values: [Double]) -> Double {
      let values = values.sorted()
      guard !values.isEmpty else { return 0 }
      let middle = values.count / 2
      return values.count.isMultiple(of: 2)
        ? (values[middle - 1] + values[middle]) / 2 : values[middle]
    }
  }

  var row: BenchmarkRow
  var outcome: Outcome

  /// What is wrong with the result, without regard to time.
  var faults: [String] {
    switch outcome {
    case .skipped: return []
    case .failed(let reason): return ["\(row.name) failed: \(reason)"]
    case .measured(let numbers):
      var faults: [String] = []
      if numbers.work == nil {
        faults.append("\(row.name): candidate and reference did not do the same work")
      }
      if let bar = row.bar, !bar.isAboutTime, !bar.isReached(numbers) {
        faults.append("\(row.name): not reached: \(bar.text)")
      }
      return faults
    }
  }
}
