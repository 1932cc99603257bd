import HybridInference
import TestSupport
import XCTest

/// Falling back while streaming.
final class StreamedFallbackTests: XCTestCase {
  private typealias Chunk = GenerateContentResponse

  private static let usage = Chunk(usageMetadata: .init(promptTokenCount: 3))
  private static let empty = ScriptedModel.chunk("")

  /// Every snapshot names the model that really made its text (H1).
  func testEverySnapshotNamesTheModelThatMadeIt() async throws {
    for source in [InferenceSource.onDevice, .inCloud] {
      let other: InferenceSource = source == .onDevice ? .inCloud : .onDevice
      let first = ScriptedModel(
        "first",
        source: source,
        answers: [.failure(GenerationError.offline)]
      )
      let second = ScriptedModel("second", source: other, answers: [.text(["a", "b", "c"])])
      let session = GenerativeModelSession(model: .hybridModel(primary: first, secondary: second))
      try await LogRecorder().record {
        var texts: [String] = []
        for try await snapshot in session.streamResponse(to: "Hi") {
          texts.append(snapshot.content)
          XCTAssertEqual(snapshot.rawResponse.modelVersion, "second")
          XCTAssertEqual(snapshot.rawResponse.inferenceSource, other)
          XCTAssertEqual(snapshot.rawResponse.route.map(\.modelName), ["first", "second"])
          XCTAssertEqual(snapshot.rawResponse.route.map(\.outcome), [.failed, .answered])
        }
        XCTAssertEqual(texts, ["a", "ab", "abc", "abc"])
      }
      XCTAssertEqual(session.transcript.map(\.modelVersion), [nil, "second"])
    }
  }

  /// Whatever came before the failure, without any content, is no answer (H2).
  func testAFailureBeforeAnyContentFallsBack() async throws {
    let starts: [[Chunk]] = [[], [Self.empty], [Self.usage], [Self.usage, Self.empty, Self.empty]]
    for start in starts {
      let first = ScriptedModel("first", source: .onDevice, answers: [.chunks(start)])
      let second = ScriptedModel("second", answers: [.text(["fine"])])
      let session = GenerativeModelSession(model: .hybridModel(primary: first, secondary: second))
      let response = try await LogRecorder().record {
        try await session.streamResponse(to: "Hi").collect()
      }
      XCTAssertEqual(response.content, "fine", "\(start.count)")
      XCTAssertEqual(first.requests.count, 1)
      XCTAssertEqual(session.transcript.map(\.text), ["Hi", "fine"])
    }
  }

  /// The primary answered some turns and then fails: the other one sees all of them (H4).
  func testAnyTurnMayFallBackWithAllThatWasSaid() async throws {
    for streams in [false, true] {
      for turn in 1...4 {
        let good = (1..<turn).map { ScriptedModel.Answer.text(["one \($0)"]) }
        let first = ScriptedModel(
          "first",
          source: .onDevice,
          answers: good + [.failure(GenerationError.internalError)]
        )
        let second = ScriptedModel("second", answers: [.text(["two"])])
        let session = GenerativeModelSession(
          model: .hybridModel(primary: first, secondary: second),
          instructions: "i"
        )
        try await LogRecorder().record {
          for number in 1...(turn + 1) {
            _ = try await session.answer("prompt \(number)", streams: streams)
          }
        }
        let before = (1..<turn).flatMap { ["prompt \($0)", "one \($0)"] }
        XCTAssertEqual(
          second.requests.map { $0.transcript.map(\.text) },
          [
            before + ["prompt \(turn)"],
            before + ["prompt \(turn)", "two", "prompt \(turn + 1)"],
          ]
        )
        XCTAssertEqual(second.requests.map(\.transcript.instructions), ["i", "i"])
        XCTAssertEqual(session.transcript.count, 2 * (turn + 1))
      }
    }
  }

  /// The second one's text that had come is reachable from the error of both (H5, S1).
  func testBothFailAndTheTextIsReachable() async throws {
    let first = ScriptedModel(
      "first",
      source: .onDevice,
      answers: [.failure(GenerationError.internalError)]
    )
    let second = ScriptedModel(
      "second",
      answers: [.failure(GenerationError.backend(.init(code: 503)), after: ["a", "b"])]
    )
    let session = GenerativeModelSession(model: .hybridModel(primary: first, secondary: second))
    try await LogRecorder().record {
      await assertThrows(try await session.streamResponse(to: "Hi").collect()) { error in
        guard case GenerationError.allModelsFailed(let attempts) = error else {
          return XCTFail("\(error)")
        }
        XCTAssertEqual(attempts.map(\.modelName), ["first", "second"])
        XCTAssertEqual((error as? GenerationError)?.partialResponse?.text, "ab")
      }
    }
    XCTAssertTrue(session.transcript.isEmpty)
  }

  /// What the device does not support is known before it is asked, in the prompt and in what was
  /// said before, and nothing of it is left out on the way to the other (H3).
  func testWhatIsNotSupportedIsDecidedBeforeRunning() async throws {
    let image = Part.inlineData(.init([1, 2]), mimeType: "image/png")
    let first = ScriptedModel("first", source: .onDevice, unsupported: "images")
    let second = ScriptedModel("second")
    let session = GenerativeModelSession(model: .hybridModel(primary: first, secondary: second))
    for streams in [false, true] {
      let response = try await LogRecorder().record {
        try await session.answer([Part.text("What is it?"), image], streams: streams)
      }
      XCTAssertEqual(response.rawResponse.route.map(\.outcome), [.unsupported, .answered])
    }
    XCTAssertTrue(first.requests.isEmpty)
    XCTAssertTrue(second.requests.allSatisfy { $0.transcript.last?.content.parts.last == image })
  }

  /// The task is cancelled at the very time at which the first model fails: no fallback.
  func testACancelledTaskNeverReachesTheSecondModel() async throws {
    for streams in [false, true] {
      let second = ScriptedModel("second")
      let hybrid = HybridModel(
        primary: ScriptedModel(
          "first",
          source: .onDevice,
          answers: [.failure(GenerationError.offline)]
        ),
        secondary: second
      )
      let session = GenerativeModelSession(model: hybrid)
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await session.answer("Hi", streams: streams)
      }
      await assertThrows(try await task.value) { XCTAssertTrue($0 is CancellationError, "\($0)") }
      XCTAssertTrue(session.transcript.isEmpty)
      XCTAssertFalse(session.isResponding)
    }
  }

  /// The log has one line for each fallback, and never the prompt.
  func testEachFallbackIsOneLine() async throws {
    let first = ScriptedModel(
      "first",
      source: .onDevice,
      answers: [
        .failure(GenerationError.backend(.init(code: 500, message: "two\r\nlines\u{2028}x")))
      ]
    )
    let middle = ScriptedModel("middle", answers: [.failure(GenerationError.offline)])
    let inner = HybridModel(primary: first, secondary: middle)
    let last = ScriptedModel("last")
    let session = GenerativeModelSession(model: .hybridModel(primary: inner, secondary: last))
    let log = LogRecorder()
    for streams in [false, true] {
      try await log.record { _ = try await session.answer("my prompt", streams: streams) }
    }
    XCTAssertEqual(log.errors.count, 4)
    for line in log.errors {
      XCTAssertFalse(line.contains(where: \.isNewline), line)
      XCTAssertFalse(line.contains("my prompt"), line)
    }
    XCTAssertTrue(log.errors[0].contains("first") && log.errors[0].contains("middle"))
    XCTAssertTrue(log.errors[1].contains("last"), log.errors[1])
  }
}
