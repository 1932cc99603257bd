import Foundation
import HybridInference
import TestSupport
import XCTest

@testable import LocalBackend

/// Whatever real weights write at random fits the schema, and an independent judge says so.
///
/// The suite writes one answer to every eighth schema. `HYBRID_INFERENCE_PROOF=N` writes N to each, and
/// prints how many there were: `Tests/prove-structured-output.sh` does that.
final class StructuredProofTests: XCTestCase {
  /// What came of one answer.
  private struct Answer: Sendable {
    var schema: String
    var text: String
    var isCut: Bool
  }

  private static let rounds = ProcessInfo.processInfo.environment["HYBRID_INFERENCE_PROOF"].flatMap(
    Int.init
  )

  func testAnswersOfTheSystemModelFit() async throws {
    let all = try ProofSchemas.all()
    let schemas = Self.rounds == nil ? stride(from: 0, to: all.count, by: 8).map { all[$0] } : all
    try await prove(try LocalModels.system(), schemas, rounds: Self.rounds ?? 1)
  }

  func testAnswersOfAnotherVocabularyFit() async throws {
    let all = try ProofSchemas.all()
    let step = Self.rounds == nil ? 24 : 1
    let schemas = stride(from: 3, to: all.count, by: step).map { all[$0] }
    try await prove(try LocalModels.gemma(), schemas, rounds: max(1, (Self.rounds ?? 1) / 5))
  }

  private func prove(
    _ weights: URL,
    _ schemas: [(text: String, schema: GenerationSchema)],
    rounds: Int
  ) async throws {
    // Many answers at once, on one thread: no time is lost where other programs run.
    let model = SystemLanguageModel(
      modelURL: weights,
      configuration: .init(contextSize: 1024, threads: 1, maximumConcurrentRequests: 12)
    )
    var all = 0
    var ended = 0
    var valid = 0
    for first in stride(from: 0, to: schemas.count, by: 20) {
      let range = first..<min(first + 20, schemas.count)
      let answers = try await withThrowingTaskGroup(of: Answer.self) { group in
        for number in range {
          let (text, schema) = schemas[number]
          for round in 0..<rounds {
            let seed = UInt64(number * 1001 + round)
            group.addTask { try await Self.answer(of: model, to: text, schema, seed: seed) }
          }
        }
        return try await group.reduce(into: [Answer]()) { $0.append($1) }
      }
      all += answers.count
      ended += answers.count { !$0.isCut }
      valid += try judge(answers)
      guard Self.rounds != nil else { continue }
      let line =
        "\(range.upperBound) schemas: \(all) answers, \(ended) ended, \(valid) of them valid\n"
      FileHandle.standardError.write(Data(line.utf8))
    }
    XCTAssertEqual(valid, ended)
    XCTAssertGreaterThan(ended * 3, all * 2, "most answers end before the limit of tokens")
  }

  /// Gives how many answers that ended are valid; each that is not, and each that was cut and does
  /// not begin as it should, is a failure.
  private func judge(_ answers: [Answer]) throws -> Int {
    let ended = answers.filter { !$0.isCut }
    let verdicts = try SchemaJudge.verdicts(
      on: ended.map { .init(schema: $0.schema, text: $0.text) }
    )
    for (answer, verdict) in zip(ended, verdicts) where verdict != nil {
      XCTFail("\(answer.schema): \(answer.text.prefix(300)): \(verdict ?? "")")
    }
    for answer in answers where answer.isCut {
      let schema = try GenerationSchema(jsonSchema: answer.schema)
      let constraint = OutputConstraint(try Grammar(.value(schema)))
      XCTAssertTrue(constraint.allows(answer.text.utf8), "\(answer.schema): \(answer.text)")
    }
    return verdicts.count { $0 == nil }
  }

  private static func answer(
    of model: SystemLanguageModel,
    to text: String,
    _ schema: GenerationSchema,
    seed: UInt64
  ) async throws -> Answer {
    var request = TestModel.request(
      "Make an example.",
      options: GenerationOptions(
        sampling: .random(probabilityThreshold: 1, seed: seed),
        temperature: 1,
        maximumResponseTokens: 300
      )
    )
    request.schema = schema
    // Half of the answers are made by a model that knows nothing of the schema.
    request.includeSchemaInPrompt = seed.isMultiple(of: 2) && text.utf8.count < 500
    let response = try await model.generateContent(request)
    return Answer(
      schema: text,
      text: response.text,
      isCut: response.candidates[0].finishReason == .maxTokens
    )
  }
}
