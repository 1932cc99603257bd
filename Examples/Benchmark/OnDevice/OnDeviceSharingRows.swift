import Foundation
import HybridInference
import LocalBackend

extension BenchmarkRows {
  /// What conversations and requests cost each other.
  static let onDeviceSharing: [BenchmarkRow] = [
    eighthTurnTokens, eighthTurnTime, sameInstructions, shortBesideLong, sleeper,
    busyAgainstIdle, busyAgainstRaw, llamaServer,
  ]

  private static let question = "Tell me one more thing about the sea, in a sentence or two."

  /// A conversation of equal questions; gives what came of each.
  private static func converse(
    turns: Int,
    on model: SystemLanguageModel
  ) async throws -> [OnDevice.Exchange] {
    let session = GenerativeModelSession(
      model: model,
      instructions: OnDevice.freshText(tokens: 60)
    )
    var exchanges: [OnDevice.Exchange] = []
    for _ in 0..<turns {
      exchanges.append(try await OnDevice.ask(question, count: 24, in: session))
    }
    return exchanges
  }

  private static let eighthTurnTokens = BenchmarkRow(
    name: "turn-8-tokens-read",
    summary: "tokens read in a conversation's eighth turn, against those that are new in it",
    unit: "tokens",
    bar: .excess(atMost: 8, text: "≤ 8 more", isAboutTime: false),
    pairs: 1,
    prepare: {
      let model = try OnDevice.model(requests: 2)
      let run = { @Sendable in
        let turns = try await converse(turns: 8, on: model)
        let old = turns[6].promptTokens + turns[6].answerTokens
        return (read: turns[7].readTokens, new: turns[7].promptTokens - old)
      }
      return .init(
        candidate: { .init(value: Double(try await run().read), work: 8) },
        reference: { .init(value: Double(try await run().new), work: 8) }
      )
    }
  )

  private static let eighthTurnTime = BenchmarkRow(
    name: "turn-8-first-token",
    summary: "the time to the first token in a conversation's eighth turn, against its second",
    unit: "ms",
    bar: .ratio(atMost: 1.3),
    prepare: {
      let model = try OnDevice.model(requests: 2)
      return .init(
        candidate: {
          let turns = try await converse(turns: 8, on: model)
          return .init(value: turns[7].firstToken * 1000, work: 1)
        },
        reference: {
          let turns = try await converse(turns: 2, on: model)
          return .init(value: turns[1].firstToken * 1000, work: 1)
        }
      )
    }
  )

  private static let sameInstructions = BenchmarkRow(
    name: "same-instructions-tokens-read",
    summary: "tokens read by four new sessions with the same instructions that start together,"
      + " against one reading of the instructions and four of the questions",
    unit: "tokens",
    bar: .excess(atMost: 32, text: "≤ 8 a session more", isAboutTime: false),
    pairs: 3,
    prepare: {
      let model = try OnDevice.model(requests: 4)
      return .init(
        candidate: {
          let instructions = OnDevice.freshText(tokens: 300)
          let read = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<4 {
              group.addTask {
                let session = GenerativeModelSession(model: model, instructions: instructions)
                return try await OnDevice.ask(question, count: 4, in: session).readTokens
              }
            }
            return try await group.reduce(0, +)
          }
          return .init(value: Double(read), work: 4)
        },
        reference: {
          let instructions = OnDevice.freshText(tokens: 300)
          let session = GenerativeModelSession(model: model, instructions: instructions)
          let all = try await session.countTokens(question).totalTokens
          let alone = try await GenerativeModelSession(model: model).countTokens(question)
          return .init(value: Double(all + 3 * alone.totalTokens), work: 4)
        }
      )
    }
  )

  private static let shortBesideLong = BenchmarkRow(
    name: "short-beside-long-steps",
    summary: "steps until a short request's first token, beside one of 3,000 tokens that is being"
      + " read, against an idle engine",
    unit: "steps",
    bar: .excess(atMost: 3, text: "≤ 3 more", isAboutTime: false),
    pairs: 3,
    prepare: {
      let model = try OnDevice.model(requests: 2)
      let steps = { @Sendable in
        let before = model.work.steps
        _ = try await OnDevice.ask(OnDevice.freshText(tokens: 30), count: 1, of: model)
        return Double(model.work.steps - before)
      }
      return .init(
        candidate: {
          let read = model.work.tokens
          let long = Task {
            try await OnDevice.ask(OnDevice.freshText(tokens: 3000), count: 1, of: model)
          }
          while model.work.tokens == read { try await Task.sleep(for: .milliseconds(5)) }
          let value = try await steps()
          // Left where it is: only its beginning is needed.
          long.cancel()
          _ = try? await long.value
          return .init(value: value, work: 1)
        },
        reference: { .init(value: try await steps(), work: 1) }
      )
    }
  )

  private static let llamaServer = BenchmarkRow(
    name: "llama-server",
    summary: "decoding, against llama-server with the same model and threads",
    unit: "tok/s",
    prepare: {
      throw BenchmarkRow.Skipped(reason: "not run: llama-server is not measured by this program")
    }
  )
}
