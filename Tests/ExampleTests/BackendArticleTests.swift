import HybridInference
import TestSupport
import XCTest

/// The backend of the article on writing one does what the article says of backends.
final class BackendArticleTests: XCTestCase {
  private typealias TextModel = WritingABackendSnippets.TextModel

  private static func model(
    _ generate: @escaping @Sendable ([TextModel.Message]) -> AsyncThrowingStream<String, any Error>
  ) -> TextModel {
    TextModel(modelName: "mine", inferenceSource: .onDevice, generate: generate)
  }

  private static func pieces(
    _ pieces: [String],
    then error: (any Error)? = nil
  ) -> AsyncThrowingStream<String, any Error> {
    AsyncThrowingStream { continuation in
      for piece in pieces { continuation.yield(piece) }
      continuation.finish(throwing: error)
    }
  }

  func testItAnswersWholeAndStreamedWithTheWholeConversation() async throws {
    let model = Self.model { messages in
      Self.pieces(["\(messages.count):", messages.last?.text ?? ""])
    }
    let session = GenerativeModelSession(model: model, instructions: "Be brief.")

    let first = try await session.respond(to: "One")
    var snapshots: [String] = []
    for try await snapshot in session.streamResponse(to: "Two") {
      snapshots.append(snapshot.content)
    }

    XCTAssertEqual(first.content, "2:One")
    XCTAssertEqual(first.rawResponse.modelVersion, "mine")
    XCTAssertEqual(snapshots.last, "4:Two")
    XCTAssertEqual(session.transcript.map(\.text), ["One", "2:One", "Two", "4:Two"])
    let count = try await session.countTokens("Three").totalTokens
    XCTAssertEqual(count, 8)  // of 9 + 3 + 5 + 3 + 5 + 5 bytes, four a token
  }

  func testAHybridTurnsToTheOtherModelForWhatItDoesNotSupport() async throws {
    let model = Self.model { _ in Self.pieces(["text"]) }
    let other = ScriptedModel("other", answers: [.text([#"{"name": "Ada"}"#])])
    let session = GenerativeModelSession(model: .hybridModel(primary: model, secondary: other))

    let typed = try await session.respond(
      to: "Who?",
      schema: .object(properties: ["name": .string()])
    )
    let image = try await session.respond(
      to: "What?",
      .inlineData(.init([1]), mimeType: "image/png")
    )

    XCTAssertEqual(typed.rawResponse.route.map(\.outcome), [.unsupported, .answered])
    XCTAssertEqual(image.rawResponse.route.map(\.outcome), [.unsupported, .answered])
    XCTAssertNotNil(
      model.unsupportedReason(
        for: ModelRequest(transcript: Transcript(), tools: [ServerTool.googleSearch()])
      )
    )
  }

  func testItsErrorsReachTheHybridAndTheCaller() async throws {
    struct Foreign: Error {}
    let offline = Self.model { _ in
      Self.pieces([], then: GenerationError.offline(reason: "no network"))
    }
    let foreign = Self.model { _ in Self.pieces(["a", "b"], then: Foreign()) }

    let session = GenerativeModelSession(
      model: .hybridModel(primary: offline, secondary: ScriptedModel("other"))
    )
    let answer = try await session.respond(to: "Hello")
    XCTAssertEqual(answer.rawResponse.modelVersion, "other")

    do {
      try await GenerativeModelSession(model: foreign).streamResponse(to: "Hello").collect()
      XCTFail("It has not thrown.")
    } catch GenerationError.internalError(let reason, let partial) {
      XCTAssertTrue(reason.contains("Foreign"), reason)
      XCTAssertEqual(partial?.text, "ab")
    }
  }

  func testItStopsWhenItsReaderIsCancelled() async throws {
    let isStopped = expectation(description: "the engine is stopped")
    let model = Self.model { _ in
      AsyncThrowingStream { continuation in
        continuation.onTermination = { _ in isStopped.fulfill() }
        continuation.yield("text")
      }
    }
    let session = GenerativeModelSession(model: model)

    for try await _ in session.streamResponse(to: "Hello") { break }

    await fulfillment(of: [isStopped], timeout: 60)
    XCTAssertTrue(session.transcript.isEmpty)
    XCTAssertFalse(session.isResponding)
  }

  /// The article says how long it is.
  func testItIsAboutSixtyLines() throws {
    let article = try XCTUnwrap(
      PackageFiles.all(in: "Sources", endingIn: "WritingABackend.md").first
    )
    let backend = try XCTUnwrap(try Snippet.all(in: article).first)
    XCTAssertLessThanOrEqual(backend.description.split(separator: "\n").count, 66)
  }
}
