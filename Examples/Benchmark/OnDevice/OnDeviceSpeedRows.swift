import HybridInference
import LocalBackend

extension BenchmarkRows {
  /// The speed of the model on the device, against the C API called directly.
  static let onDeviceSpeed: [BenchmarkRow] = [
    decode, prefill, streams(4), streams(8), firstAnswer, peakMemory,
  ]

  private static let decode = BenchmarkRow(
    name: "decode",
    summary: "128 tokens of one answer, after its first one",
    unit: "tok/s",
    bar: .ratio(atLeast: 0.98),
    pause: OnDevice.pause,
    prepare: {
      let model = try OnDevice.model(requests: 1)
      let raw = RawThread(path: try OnDevice.path(), contextSize: 4096, threads: OnDevice.threads)
      let prompt = "Write a very long story about a lighthouse and the people who live near it."
      return .init(
        candidate: {
          let exchange = try await OnDevice.ask(prompt, count: 128, of: model)
          let seconds = exchange.whole - exchange.firstToken
          return .init(
            value: Double(exchange.answerTokens - 1) / seconds,
            work: exchange.answerTokens
          )
        },
        reference: {
          let seconds = try await raw.run { raw in
            try raw.generate([raw.tokens(ofPrompt: prompt)], count: 128)
          }
          return .init(value: 127 / seconds, work: 128)
        }
      )
    }
  )

  private static let prefill = BenchmarkRow(
    name: "prefill",
    summary: "a new prompt of about 512 tokens, from its text to the answer's first token",
    unit: "tok/s",
    bar: .ratio(atLeast: 0.98),
    pause: OnDevice.pause,
    prepare: {
      let model = try OnDevice.model(requests: 1)
      let raw = RawThread(path: try OnDevice.path(), contextSize: 4096, threads: OnDevice.threads)
      return .init(
        candidate: {
          let exchange = try await OnDevice.ask(
            OnDevice.freshText(tokens: 510),
            count: 1,
            of: model
          )
          return .init(
            value: Double(exchange.promptTokens) / exchange.whole,
            work: exchange.promptTokens
          )
        },
        reference: {
          let text = OnDevice.freshText(tokens: 510)
          return try await raw.run { raw in
            let start = ContinuousClock.now
            let tokens = raw.tokens(ofPrompt: text)
            try raw.generate([tokens], count: 1)
            let seconds = start.duration(to: .now) / .seconds(1)
            return .init(value: Double(tokens.count) / seconds, work: tokens.count)
          }
        }
      )
    }
  )

  private static func streams(_ count: Int) -> BenchmarkRow {
    BenchmarkRow(
      name: "streams-\(count)",
      summary: "\(count) answers of 64 tokens at once, in all, against one batch of them",
      unit: "tok/s",
      bar: .ratio(atLeast: 0.95),
      pairs: 7,
      pause: OnDevice.pause,
      prepare: {
        let model = try OnDevice.model(contextSize: 1024, requests: count)
        let raw = RawThread(
          path: try OnDevice.path(),
          contextSize: 1024,
          sequences: count,
          threads: OnDevice.threads
        )
        let prompts = { @Sendable in (0..<count).map { _ in OnDevice.freshText(tokens: 64) } }
        return .init(
          candidate: {
            let prompts = prompts()
            let start = ContinuousClock.now
            let tokens = try await withThrowingTaskGroup(of: Int.self) { group in
              for prompt in prompts {
                group.addTask {
                  try await OnDevice.ask(prompt, count: 64, of: model).answerTokens
                }
              }
              return try await group.reduce(0, +)
            }
            let seconds = start.duration(to: .now) / .seconds(1)
            return .init(value: Double(tokens) / seconds, work: tokens)
          },
          reference: {
            let prompts = prompts()
            return try await raw.run { raw in
              let start = ContinuousClock.now
              try raw.generate(prompts.map(raw.tokens(ofPrompt:)), count: 64)
              let seconds = start.duration(to: .now) / .seconds(1)
              return .init(value: Double(64 * count) / seconds, work: 64 * count)
            }
          }
        )
      }
    )
  }

  private static let firstAnswer = BenchmarkRow(
    name: "load-and-first-token",
    summary: "a new process, from nothing to the first token of a short question's answer",
    unit: "ms",
    bar: .ratio(atMost: 1.05),
    prepare: {
      _ = try OnDevice.path()
      return .init(
        candidate: { .init(value: try await OnDeviceChild.run("first-token"), work: 1) },
        reference: { .init(value: try await OnDeviceChild.run("first-token-raw"), work: 1) }
      )
    }
  )

  private static let peakMemory = BenchmarkRow(
    name: "peak-memory",
    summary: "the most memory of a process that answers one question (context of 4,096 tokens)",
    unit: "MB",
    bar: .ratio(atMost: 1.1),
    pairs: 5,
    prepare: {
      _ = try OnDevice.path()
      return .init(
        candidate: { .init(value: try await OnDeviceChild.run("memory"), work: 1) },
        reference: { .init(value: try await OnDeviceChild.run("memory-raw"), work: 1) }
      )
    }
  )
}
