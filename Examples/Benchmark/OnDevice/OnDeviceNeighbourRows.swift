import Foundation
import HybridInference
import LocalBackend

/// How the model gets on with what else runs on the machine.
extension BenchmarkRows {
  static let sleeper = BenchmarkRow(
    name: "sleeper",
    summary: "the longest of 20 sleeps of 10 ms while four answers are made, against no answers",
    unit: "ms",
    bar: .candidate(atMost: 20, text: "≤ 20 ms"),
    prepare: {
      let model = try OnDevice.model(contextSize: 1024)
      let sleep = { @Sendable in
        var longest = Duration.zero
        for _ in 0..<20 {
          let start = ContinuousClock.now
          try await Task.sleep(for: .milliseconds(10))
          longest = max(longest, start.duration(to: .now))
        }
        return BenchmarkRow.Sample(value: longest / .milliseconds(1), work: 20)
      }
      return .init(
        candidate: {
          let streams = (0..<4).map { _ in
            Task { try await OnDevice.ask(OnDevice.freshText(tokens: 30), count: 500, of: model) }
          }
          try await Task.sleep(for: .milliseconds(500))
          let sample = try await sleep()
          for stream in streams { stream.cancel() }
          for stream in streams { _ = try? await stream.value }
          return sample
        },
        reference: sleep
      )
    }
  )

  static let busyAgainstIdle = BenchmarkRow(
    name: "busy-core-decode",
    summary: "decoding while another process keeps a core busy, against an idle machine",
    unit: "tok/s",
    bar: .ratio(atLeast: 0.35),
    pairs: 5,
    prepare: {
      // Each has a runtime of its own: neither is to find the number of threads that suits the other.
      let model = try OnDevice.model(requests: 1)
      let idle = try OnDevice.model(contextSize: 2048, requests: 1)
      return .init(
        candidate: { try await BusyNeighbour.beside { try await decodeSpeed(of: model) } },
        reference: { try await decodeSpeed(of: idle) }
      )
    }
  )

  static let busyAgainstRaw = BenchmarkRow(
    name: "busy-core-against-raw",
    summary: "decoding while another process keeps a core busy, against the raw loop likewise",
    unit: "tok/s",
    bar: .ratio(atLeast: 1),
    pairs: 5,
    prepare: {
      let model = try OnDevice.model(requests: 1)
      let raw = RawThread(path: try OnDevice.path(), contextSize: 4096, threads: OnDevice.threads)
      return .init(
        candidate: { try await BusyNeighbour.beside { try await decodeSpeed(of: model) } },
        reference: {
          try await BusyNeighbour.beside {
            let speed = try await raw.run { raw in
              try raw.decodeSpeed(raw.tokens(ofPrompt: storyPrompt), count: 64, limit: timeLimit)
            }
            return .init(value: speed, work: 1)
          }
        }
      )
    }
  )

  private static let storyPrompt = "Write a very long story about a lighthouse and its keeper."

  /// How long a run may decode: threads that wait for each other by spinning can need a minute for
  /// 64 tokens when a core is taken away.
  private static let timeLimit = Duration.milliseconds(1500)

  /// The tokens a second of an answer of 64 tokens, or of as many as come in time.
  private static func decodeSpeed(
    of model: SystemLanguageModel
  ) async throws -> BenchmarkRow.Sample {
    var first: (time: ContinuousClock.Instant, tokens: Int)?
    var last: (time: ContinuousClock.Instant, tokens: Int)?
    for try await _ in model.streamContent(OnDevice.request(storyPrompt, count: 64)) {
      let now = (time: ContinuousClock.now, tokens: model.work.tokens)
      first = first ?? now
      last = now
      if let first, first.time.duration(to: now.time) > timeLimit { break }
    }
    guard let first, let last, last.tokens > first.tokens else {
      throw RawModel.Failure(what: "no answer came")
    }
    let seconds = first.time.duration(to: last.time) / .seconds(1)
    return .init(value: Double(last.tokens - first.tokens) / seconds, work: 1)
  }
}
