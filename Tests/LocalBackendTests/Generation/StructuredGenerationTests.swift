import TestSupport
import XCTest

@testable import HybridInference
@testable import LocalBackend

/// Answers of real weights that are held to schemas.
final class StructuredGenerationTests: XCTestCase {
  struct Trip: Generable, Equatable {
    enum Season: String, Codable, CaseIterable, Sendable { case spring, summer, autumn, winter }
    var title: String
    var nights: Int
    var season: Season
    var stops: [String]
    var budget: Double?
    static let guides: [String: GenerationGuide] = [
      "nights": .init(range: 1...30), "stops": .init(count: 2...4),
    ]
  }

  private static let prompt = "Plan a short trip along the Rhine."

  func testAnswersWithAType() async throws {
    let session = GenerativeModelSession(model: try TestModel.system())
    let response = try await session.respond(
      to: Self.prompt,
      generating: Trip.self,
      options: TestModel.greedy(300)
    )
    XCTAssertTrue((1...30).contains(response.content.nights))
    XCTAssertTrue((2...4).contains(response.content.stops.count))
    XCTAssertEqual(response.rawResponse.finishReason, .stop)
    XCTAssertFalse(response.rawResponse.text.contains("\n"))
    let usage = try XCTUnwrap(response.rawResponse.usageMetadata)
    XCTAssertGreaterThan(usage.candidatesTokenCount, 20)
    // The conversation goes on with text.
    let next = try await session.respond(to: "Thank you.", options: TestModel.greedy(8))
    XCTAssertFalse(next.content.isEmpty)
    XCTAssertEqual(session.transcript.count, 4)
    XCTAssertEqual(session.transcript[0].text, Self.prompt, "the schema is not part of it")
  }

  func testStreamsAType() async throws {
    let session = GenerativeModelSession(model: try TestModel.system())
    let stream = session.streamResponse(
      to: Self.prompt,
      generating: Trip.self,
      options: TestModel.greedy(300)
    )
    var snapshots = 0
    for try await _ in stream { snapshots += 1 }
    XCTAssertGreaterThan(snapshots, 5)
    let response = try await stream.collect()
    XCTAssertTrue((2...4).contains(response.content.stops.count))
  }

  /// Greedy, asked again: the same text.
  func testSameAnswerAgain() async throws {
    let model = try TestModel.system()
    var request = TestModel.request(Self.prompt, options: TestModel.greedy(300))
    request.schema = Trip.generationSchema
    let first = try await model.generateContent(request)
    for _ in 0..<3 {
      let again = try await model.generateContent(request)
      XCTAssertEqual(again.text, first.text)
    }
  }

  func testTokensRunOut() async throws {
    let session = GenerativeModelSession(model: try TestModel.system())
    let error = await failure {
      try await session.respond(
        to: Self.prompt,
        generating: Trip.self,
        options: TestModel.greedy(12)
      ).content
    }
    guard case .decodingFailure(let reason, let partial) = error as? GenerationError else {
      return XCTFail("\(String(describing: error))")
    }
    XCTAssertTrue(reason.contains("limit of tokens"), reason)
    XCTAssertEqual(partial?.finishReason, .maxTokens)
    XCTAssertEqual(partial?.usageMetadata?.candidatesTokenCount, 12)
    let content = (error as? GenerationError)?.partialContent
    XCTAssertFalse(content?["title"]?.stringValue?.isEmpty ?? true)
    XCTAssertEqual(session.transcript.count, 0)
  }

  /// The process lives, and the session can be used.
  func testSchemaThatCannotBeFollowed() async throws {
    let model = try TestModel.system()
    let session = GenerativeModelSession(model: model)
    for pattern in ["^(?!a).*$", "(a)\\1"] {
      let schema = GenerationSchema.string(pattern: pattern)
      let error = await failure { try await session.respond(to: "Hello", schema: schema).content }
      switch error as? GenerationError {
      case .unsupportedPromptContent(let reason), .invalidRequest(_, let reason):
        XCTAssertTrue(reason.contains(pattern), reason)
      default: XCTFail("\(pattern): \(String(describing: error))")
      }
    }
    let answer = try await session.respond(to: "Hello", options: TestModel.greedy(2))
    XCTAssertFalse(answer.content.isEmpty)
  }

  func testSchemaIsShownOnlyWhenAskedFor() async throws {
    let model = try TestModel.system()
    var request = TestModel.request(Self.prompt, options: TestModel.greedy(300))
    let plain = try await model.countTokens(request).totalTokens
    request.schema = Trip.generationSchema
    let shown = try await model.countTokens(request).totalTokens
    request.includeSchemaInPrompt = false
    let hidden = try await model.countTokens(request).totalTokens
    XCTAssertEqual(hidden, plain)
    XCTAssertGreaterThan(shown, plain + 50)
    let answer = try await model.generateContent(request)
    XCTAssertNoThrow(
      try SchemaValidator.check(
        try GeneratedContent(json: answer.text),
        fits: Trip.generationSchema
      )
    )
  }

  /// The last turn's schema leaves all that was read before it in use.
  func testEarlierTurnsStayRead() async throws {
    let session = GenerativeModelSession(
      model: try TestModel.system(),
      instructions: "You plan trips."
    )
    let first = try await session.respond(
      to: "What is the Rhine?",
      options: TestModel.greedy(40)
    ).rawResponse.usageMetadata
    let response = try await session.respond(
      to: Self.prompt,
      generating: Trip.self,
      options: TestModel.greedy(300)
    )
    let usage = try XCTUnwrap(response.rawResponse.usageMetadata)
    // All but the answer's last token, which nobody has read yet.
    XCTAssertGreaterThanOrEqual(
      usage.cachedContentTokenCount,
      try XCTUnwrap(first).totalTokenCount - 1
    )
  }

  func testConstrainedAndFreeAtOnce() async throws {
    let model = try TestModel.system()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for seed in 0..<6 {
        group.addTask {
          let options = GenerationOptions(
            sampling: .random(top: 60, seed: UInt64(seed)),
            temperature: 1,
            maximumResponseTokens: seed.isMultiple(of: 2) ? 400 : 30
          )
          let session = GenerativeModelSession(model: model)
          if seed.isMultiple(of: 2) {
            _ = try await session.respond(to: Self.prompt, generating: Trip.self, options: options)
          } else {
            _ = try await session.respond(to: Self.prompt, options: options)
          }
        }
      }
      try await group.waitForAll()
    }
  }

  /// A vocabulary of another kind, with five times as many tokens.
  func testOtherVocabulary() async throws {
    let model = SystemLanguageModel(
      modelURL: try LocalModels.gemma(),
      configuration: .init(contextSize: 1024, maximumConcurrentRequests: 1)
    )
    for seed in 0..<3 {
      let options = GenerationOptions(
        sampling: .random(top: 60, seed: UInt64(seed)),
        temperature: 1,
        maximumResponseTokens: 700
      )
      let response = try await GenerativeModelSession(model: model).respond(
        to: Self.prompt,
        generating: Trip.self,
        options: options
      )
      XCTAssertTrue((1...30).contains(response.content.nights))
    }
  }
}
