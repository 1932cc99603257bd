/// Something to measure: a candidate and a reference that do the same work.
struct BenchmarkRow: Sendable {
  /// What one run gives.
  struct Sample: Sendable {
    /// The measured number, in the row's unit.
    var value: Double
    /// How much work was done, in whatever is counted; the same for candidate and reference.
    var work: Int
  }

  /// What is measured, ready to run.
  struct Contest: Sendable {
    /// Runs the candidate once.
    var candidate: @Sendable () async throws -> Sample
    /// Runs the reference once.
    var reference: @Sendable () async throws -> Sample
  }

  /// A row cannot be measured here.
  struct Skipped: Error {
    /// What is missing.
    var reason: String
  }

  /// The name, for `--only`: words with hyphens.
  var name: String
  /// What is compared with what, in a sentence.
  var summary: String
  /// The unit of the numbers, for example `ms`.
  var unit: String
  /// The number that should be reached, if there is one.
  var bar: BenchmarkBar?
  /// How often candidate and reference are measured.
  var pairs = 9
  /// What passes between two runs, so that threads of the one that still wait by spinning do not
  /// slow the other.
  var pause = Duration.zero
  /// Gets ready; throws ``Skipped`` where the row cannot be measured.
  var prepare: @Sendable () async throws -> Contest
}

extension BenchmarkRow {
  /// Measures the row.
  func measure(pairs: Int? = nil) async -> BenchmarkResult {
    do {
      let contest = try await prepare()
      // The first runs fill caches.
      _ = try await contest.candidate()
      _ = try await contest.reference()
      var samples: [(candidate: Sample, reference: Sample)] = []
      for turn in 0..<(pairs ?? self.pairs) {
        // Each goes first as often as the other.
        if turn.isMultiple(of: 2) {
          let candidate = try await rested(contest.candidate)
          samples.append((candidate, try await rested(contest.reference)))
        } else {
          let reference = try await rested(contest.reference)
          samples.append((try await rested(contest.candidate), reference))
        }
      }
      return BenchmarkResult(row: self, outcome: .measured(.init(samples)))
    } catch let skipped as Skipped {
      return BenchmarkResult(row: self, outcome: .skipped(skipped.reason))
    } catch {
      return BenchmarkResult(row: self, outcome: .failed("\(error)"))
    }
  }

  private func rested(_ run: () async throws -> Sample) async throws -> Sample {
    if pause > .zero { try await Task.sleep(for: pause) }
    return try await run()
  }

  /// Runs something and gives the time that it took, in seconds.
  static func seconds(_ body: () async throws -> Void) async rethrows -> Double {
    let start = ContinuousClock.now
    try await body()
    return start.duration(to: .now) / .seconds(1)
  }
}
