import Foundation
import HybridInference
import TestSupport
import XCTest

@testable import LocalBackend

final class SequenceGrowthTests: XCTestCase {
  /// The context is made anew, larger, while copies of the same instructions are being handed out: each
  /// sequence holds what it should, so that its answer is the one that it gives alone.
  func testCopiesOutliveALargerContext() async throws {
    try await check(LocalModels.system())
  }

  /// The same with two caches, one of them of a sliding window.
  func testCopiesOutliveALargerContextWithTwoCaches() async throws {
    try await check(LocalModels.gemma())
  }

  private func check(_ file: URL) async throws {
    let instructions =
      "You answer in one word. "
      + Array(repeating: "The sea is wide, and the boats are far away.", count: 6)
      .joined(separator: " ")
    let questions = ["Red or blue?", "Cat or dog?", "Tea or milk?", "Up or down?", "Sun or moon?"]
    let answer = { @Sendable (question: String, model: SystemLanguageModel) in
      let request = TestModel.request(
        question,
        instructions: instructions,
        options: TestModel.greedy(12)
      )
      return try await model.generateContent(request).text
    }
    let alone = SystemLanguageModel(
      modelURL: file,
      configuration: .init(contextSize: 240, maximumConcurrentRequests: 1)
    )
    var expected: [String] = []
    for question in questions { expected.append(try await answer(question, alone)) }
    XCTAssertGreaterThan(expected.count { !$0.isEmpty }, 0)

    let shared = SystemLanguageModel(
      modelURL: file,
      configuration: .init(contextSize: 240, maximumConcurrentRequests: 16)
    )
    // All wait while one reads the instructions, and then begin at the same moment.
    let answers = try await withThrowingTaskGroup(of: (Int, String).self) { group in
      for (index, question) in questions.enumerated() {
        group.addTask { (index, try await answer(question, shared)) }
      }
      return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    for (index, text) in expected.enumerated() {
      // Batches of other sizes round otherwise: a few words may differ in the end, nonsense does not
      // begin like the right answer.
      let common = zip(answers[index] ?? "", text).prefix { $0 == $1 }.count
      XCTAssertGreaterThanOrEqual(
        common,
        min(4, text.count),
        "\(answers[index] ?? "") is not \(text)"
      )
    }
    XCTAssertLessThan(shared.work.tokens, 2 * 150, "the instructions were read once")
  }
}
