import TestSupport
import XCTest

@testable import HybridInference
@testable import LocalBackend

/// Real weights go on with the beginning of an answer.
final class ContinuedAnswerTests: XCTestCase {
  private struct Trip: Generable, Equatable {
    enum Season: String, Codable, CaseIterable, Sendable { case spring, summer, höhepunkt }
    var nights: Int
    var seasons: [Season]
    var isShort: Bool
    static let guides: [String: GenerationGuide] = [
      "nights": .init(range: 1...30), "seasons": .init(count: 2...3),
    ]
  }

  private static let prompt = "Tell me about the sea."

  private func pieces(
    of request: ModelRequest,
    by model: SystemLanguageModel
  ) async throws -> [String] {
    var pieces: [String] = []
    for try await chunk in model.streamContent(request) where !chunk.text.isEmpty {
      pieces.append(chunk.text)
    }
    return pieces
  }

  /// Its own answer, cut anywhere between two pieces: the rest is what would have come.
  func testItsOwnAnswerGoesOnAsItWouldHave() async throws {
    let model = try TestModel.system()
    let request = TestModel.request(Self.prompt, options: TestModel.greedy(40))
    let pieces = try await pieces(of: request, by: model)
    XCTAssertGreaterThan(pieces.count, 20)
    for cut in stride(from: 1, to: pieces.count, by: 6) {
      let beginning = pieces[..<cut].joined()
      var continued = request.continuing(beginning)
      continued.options = .foundationModels(TestModel.greedy(40 - cut))
      let rest = try await self.pieces(of: continued, by: model).joined()
      XCTAssertTrue(
        pieces[cut...].joined().hasPrefix(rest) || rest.hasPrefix(pieces[cut...].joined()),
        "after “\(beginning)”: “\(rest)”"
      )
      XCTAssertFalse(rest.isEmpty)
    }
  }

  /// The prompt is the template's up to where the answer begins, then the beginning and no mark.
  func testThePromptEndsWithTheBeginning() async throws {
    let model = try LoadedModel(path: LocalModels.system().path, gpuLayers: nil)
    let transcript = TestModel.request(Self.prompt).transcript
    let beginning = "The sea <|im_end|> is ünbelievably"
    let prompt = try model.tokens(of: transcript)
    let tokens = try model.tokens(ofAnswer: beginning, after: transcript)
    let control = Set(model.model.specialTokens().filter(\.isControl).map(\.id))
    XCTAssertTrue(control.isDisjoint(with: tokens), "no mark, and none that can be forged")
    XCTAssertEqual(tokens.flatMap { model.model.bytes(of: $0) }, Array(beginning.utf8))

    let system = try TestModel.system()
    let request = TestModel.request(Self.prompt, options: TestModel.greedy(2))
    let count = try await system.countTokens(request.continuing(beginning)).totalTokens
    XCTAssertEqual(count, prompt.count + tokens.count)
    let response = try await system.generateContent(request.continuing(beginning))
    XCTAssertEqual(response.usageMetadata?.promptTokenCount, count)
    XCTAssertFalse(response.text.hasPrefix(beginning))
  }

  /// The rest of the conversation is what it was: the schema stays in the turn to answer.
  func testTheConversationIsShownAsBefore() throws {
    let model = try TestModel.system()
    var request = TestModel.request(Self.prompt)
    request.schema = Trip.generationSchema
    let whole = model.conversation(of: request)
    let continued = model.conversation(of: request.continuing(#"{"nights":"#))
    XCTAssertEqual(continued.transcript, whole.transcript)
    XCTAssertEqual(continued.transcript.count, 1)
    XCTAssertEqual(continued.beginning, #"{"nights":"#)
    XCTAssertEqual(whole.beginning, "")
  }

  /// A value goes on under the same schema, wherever it was cut, also within a token.
  func testAValueGoesOn() async throws {
    let model = try TestModel.system()
    var request = TestModel.request("Plan a short trip.", options: TestModel.greedy(200))
    request.schema = Trip.generationSchema
    let json = try await model.generateContent(request).text
    XCTAssertTrue(json.hasPrefix("{"))
    let foreign = #"{"nights":3,"seasons":["höhepunkt","summer"],"isShort":false}"#
    for text in [json, foreign] {
      for cut in stride(from: 1, through: text.count, by: 23) {
        let beginning = String(text.prefix(cut))
        let rest = try await model.generateContent(request.continuing(beginning))
        let content = try GeneratedContent.reading(beginning + rest.text)
        try SchemaValidator.check(content, fits: Trip.generationSchema)
        XCTAssertEqual(rest.finishReason, .stop)
      }
    }
    let nothing = try await model.generateContent(request.continuing(json))
    XCTAssertEqual(nothing.text, "", "it was complete")
    XCTAssertEqual(nothing.finishReason, .stop)
  }

  func testABeginningThatDoesNotFitIsAnError() async throws {
    let model = try TestModel.system()
    var request = TestModel.request("Plan a short trip.")
    request.schema = Trip.generationSchema
    for beginning in ["Sure! ", #"{"name":"#, #"{"nights":31,"#] {
      let error = await failure { try await model.generateContent(request.continuing(beginning)) }
      guard case GenerationError.decodingFailure? = error else {
        return XCTFail("\(error.map { "\($0)" } ?? "none")")
      }
    }
  }

  /// The whole answer is remembered, so that the next turn need not read it again.
  func testTheWholeAnswerIsRemembered() async throws {
    let model = try TestModel.system()
    var request = TestModel.request(Self.prompt, options: TestModel.greedy(12))
    let beginning = "Well, the sea is"
    let rest = try await model.generateContent(request.continuing(beginning))
    request.transcript.append(
      .init(content: .init(role: .model, parts: [.text(beginning + rest.text)]))
    )
    request.transcript.append(.init(content: .init(role: .user, parts: [.text("Go on.")])))
    let next = try await model.generateContent(request)
    let usage = try XCTUnwrap(next.usageMetadata)
    let known = try XCTUnwrap(rest.usageMetadata).totalTokenCount
    XCTAssertGreaterThanOrEqual(usage.cachedContentTokenCount, known - 1)
  }
}
