import HybridInference
import Synchronization
import TestSupport
import XCTest

@testable import LocalBackend

/// Answers that are held to a grammar, beside answers that are not.
final class ConstrainedSchedulingTests: XCTestCase {
  private typealias Script = ScriptedEngine.Script

  private static let vocabulary = Vocabulary(
    VocabularyTests.tokens,
    endTokens: VocabularyTests.endTokens
  )

  private func scheduler(_ script: Script) -> InferenceScheduler {
    InferenceScheduler(name: "test") {
      { flag in
        ScriptedEngine(vocabulary: Self.vocabulary, script: script, abortFlag: flag)
      }
    }
  }

  private static func run(
    _ prompt: [TokenID],
    _ grammar: Grammar?,
    limit: Int = 500,
    stops: [String] = [],
    on scheduler: InferenceScheduler
  ) async throws -> (text: String, result: GenerationResult) {
    var text = ""
    var sampling = try SamplingPlan(nil)
    sampling.stopSequences = stops
    for try await event in scheduler.generate(
      prompt: prompt,
      sampling: sampling,
      limit: limit,
      grammar: grammar
    ) {
      switch event {
      case .text(let piece): text += piece
      case .finished(let result): return (text, result)
      }
    }
    throw CancellationError()
  }

  private static let schema = GenerationSchema.object(properties: [
    "id": .integer(minimum: 10, maximum: 99), "kind": .enumeration(["abcd", "other"]),
    "ok": .boolean(),
  ])

  private static func text(of tokens: [TokenID]) -> String {
    String(decoding: tokens.flatMap { vocabulary.bytes(of: $0) }, as: UTF8.self)
  }

  func testAnswerFitsAndForcedTextIsNotSampled() async throws {
    let script = Script()
    let scheduler = scheduler(script)
    let (text, result) = try await Self.run([1, 2, 3], Grammar(.value(Self.schema)), on: scheduler)
    let value = try GeneratedContent(json: text)
    XCTAssertEqual(value.propertyNames, ["id", "kind", "ok"])
    XCTAssertEqual(result.finishReason, .stop)
    XCTAssertEqual(Self.text(of: result.answer), text)
    // Two digits, a word and a truth value at the most: all else is forced.
    let state = script.state.withLock { $0 }
    XCTAssertLessThanOrEqual(state.filtered, 6)
    XCTAssertEqual(state.filtered + state.accepted.count, result.answer.count)
    XCTAssertGreaterThan(state.accepted.count, 12)
    // The beginning is read with the prompt; a run of forced tokens in one step; the end not at all.
    let beginning = Self.vocabulary.tokens(spelling: Array(#"{"id":"#.utf8)) ?? []
    XCTAssertEqual(state.steps.first, [3 + beginning.count])
    XCTAssertEqual(state.steps.count, state.filtered)
    XCTAssertLessThan(state.tokensRead, 3 + result.answer.count)
    XCTAssertEqual(script.faults, [])
  }

  func testSameAnswerAgain() async throws {
    let scheduler = scheduler(Script())
    let grammar = try Grammar(.value(.array(items: Self.schema, minItems: 2, maxItems: 4)))
    let first = try await Self.run([5, 6], grammar, on: scheduler).text
    for _ in 0..<3 {
      let again = try await Self.run([5, 6], grammar, on: scheduler).text
      XCTAssertEqual(again, first)
    }
  }

  /// Each gets what it would get alone.
  func testConstrainedAndFreeAnswersAtOnce() async throws {
    let grammars = try [
      nil, Grammar(.value(Self.schema)), Grammar(.value(.array(items: Self.schema, maxItems: 3))),
    ]
    let script = Script()
    var alone: [Int: [TokenID]] = [:]
    for seed in 0..<12 {
      let prompt = (0..<(4 + seed * 5)).map { TokenID($0 * 3 + seed * 31) % 250 }
      alone[seed] =
        try await Self.run(prompt, grammars[seed % 3], limit: 60, on: scheduler(Script())).result
        .answer
    }
    let shared = scheduler(script)
    try await withThrowingTaskGroup(of: (Int, [TokenID]).self) { group in
      for seed in 0..<12 {
        group.addTask {
          let prompt = (0..<(4 + seed * 5)).map { TokenID($0 * 3 + seed * 31) % 250 }
          return (
            seed,
            try await Self.run(prompt, grammars[seed % 3], limit: 60, on: shared).result.answer
          )
        }
      }
      for try await (seed, answer) in group { XCTAssertEqual(answer, alone[seed], "\(seed)") }
    }
    XCTAssertEqual(script.faults, [])
  }

  func testLimitInsideOfForcedText() async throws {
    let grammar = try Grammar(.value(Self.schema))
    let whole = try await Self.run([1, 2, 3], grammar, on: scheduler(Script()))
    for limit in 1...whole.result.answer.count {
      let script = Script()
      let (text, result) = try await Self.run(
        [1, 2, 3],
        grammar,
        limit: limit,
        on: scheduler(script)
      )
      XCTAssertEqual(result.answer, Array(whole.result.answer.prefix(limit)), "\(limit)")
      XCTAssertTrue(whole.text.hasPrefix(text))
      let isWhole = limit == whole.result.answer.count
      XCTAssertEqual(result.finishReason, isWhole ? .stop : .maxTokens, "\(limit)")
      XCTAssertEqual(script.faults, [])
    }
  }

  func testStopSequenceInForcedText() async throws {
    let (text, result) = try await Self.run(
      [1, 2, 3],
      Grammar(.value(Self.schema)),
      stops: ["kind"],
      on: scheduler(Script())
    )
    XCTAssertTrue(text.hasSuffix(#",""#), text)
    XCTAssertEqual(result.finishReason, .stop)
    XCTAssertTrue(result.isCut)
  }

  func testWhatIsForcedAltogetherIsNotSampled() async throws {
    let script = Script()
    let grammar = try Grammar(.value(.constant(.init(kind: .array([.init(kind: .null)])))))
    let (text, result) = try await Self.run([1, 2], grammar, on: scheduler(script))
    XCTAssertEqual(text, "[null]")
    XCTAssertEqual(result.finishReason, .stop)
    XCTAssertEqual(script.state.withLock(\.filtered), 0)
  }

  func testFreeTextEndsWhereTheModelEndsIt() async throws {
    let script = Script { $0.answerLength = 4 }
    let grammar = try Grammar(.freeText(until: "<<", then: .value(Self.schema)))
    let result = try await Self.run([1, 2], grammar, on: scheduler(script)).result
    XCTAssertEqual(result.finishReason, .stop)
    XCTAssertEqual(result.answer.count, 4)
  }

  func testNoTokenFits() async throws {
    let scheduler = InferenceScheduler(name: "test") {
      { flag in
        ScriptedEngine(
          vocabulary: Vocabulary([[0x61], [0x62]], endTokens: []),
          script: Script(),
          abortFlag: flag
        )
      }
    }
    await assertThrows(try await Self.run([1], Grammar(.value(.boolean())), on: scheduler)) {
      error in
      XCTAssertEqual(error as? LlamaError, .noFittingToken)
    }
  }

  func testAnswersCanBeCancelled() async throws {
    let script = Script()
    let scheduler = scheduler(script)
    let grammar = try Grammar(.value(.array(items: .string(), minItems: 120)))
    let events = scheduler.generate(
      prompt: [1, 2],
      sampling: try SamplingPlan(nil),
      limit: 100_000,
      grammar: grammar
    )
    let task = Task { for try await _ in events {} }
    try await waitUntil("it runs") { script.steps.count > 3 }
    task.cancel()
    _ = try? await task.value
    let next = try await Self.run([1, 2], Grammar(.value(.boolean())), on: scheduler).text
    XCTAssertTrue(["true", "false"].contains(next))
    XCTAssertEqual(script.faults, [])
  }
}
