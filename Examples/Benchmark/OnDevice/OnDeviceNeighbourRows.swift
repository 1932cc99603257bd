import Foundation
import HybridInference
import LocalBackend

/// How the model gets on with what else runs on the machine.
extension BenchmarkRows {
  static let sleeper = BenchmarkRow(
    name: "sleeper",
    summary: "the longest of 20 sleeps of 10 ms while four answers are made, against no answers",
    unit: "ms",
    bar: .init(text: "≤ 20 ms") { $0.candidate <= 20 },
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
    bar: .init(text: "ratio ≥ 0.35") { $0.ratio >= 0.35 },
    pairs: 7,
    prepare: {
      let model = try OnDevice.model(requests: 1)
      let run = { @Sendable in try await decodeSpeed(of: model) }
      return .init(
        candidate: { try await besideBusyProcess(run) },
        reference: run
      )
    }
  )

  static let busyAgainstRaw = BenchmarkRow(
    name: "busy-core-against-raw",
    summary: "decoding while another process keeps a core busy, against the raw loop likewise",
    unit: "tok/s",
    bar: .init(text: "ratio ≥ 1") { $0.ratio >= 1 },
    pairs: 7,
    prepare: {
      let model = try OnDevice.model(requests: 1)
      let raw = RawThread(path: try OnDevice.path(), contextSize: 4096, threads: OnDevice.threads)
      return .init(
        candidate: { try await besideBusyProcess { try await decodeSpeed(of: model) } },
        reference: {
          try await besideBusyProcess {
            let seconds = try await raw.run { raw in
              try raw.generate([raw.tokens(ofPrompt: storyPrompt)], count: 64)
            }
            return .init(value: 63 / seconds, work: 64)
          }
        }
      )
    }
  )

  private static let storyPrompt = "Write a very long story about a lighthouse and its keeper."

  private static func decodeSpeed(
    of model: SystemLanguageModel
  ) async throws -> BenchmarkRow.Sample {
    let exchange = try await OnDevice.ask(storyPrompt, count: 64, of: model)
    let seconds = exchange.whole - exchange.firstToken
    return .init(value: Double(exchange.answerTokens - 1) / seconds, work: exchange.answerTokens)
  }

  private static func besideBusyProcess<Value>(
    _ body: () async throws -> Value
  ) async throws -> Value {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    // It ends by itself should this program be killed.
    process.arguments = [
      "-c",
      "parent=$PPID; while kill -0 $parent; do i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done; done",
    ]
    try process.run()
    defer { process.terminate() }
    try await Task.sleep(for: .milliseconds(50))
    return try await body()
  }
}
