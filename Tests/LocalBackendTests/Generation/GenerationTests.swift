import HybridInference
import XCTest

@testable import LocalBackend

final class GenerationTests: XCTestCase {
  func testStreamAndWholeAnswerAreTheSame() async throws {
    let model = try TestModel.system()
    let request = TestModel.request(
      "Write a sentence about the sea.",
      options: TestModel.greedy(24)
    )
    let whole = try await model.generateContent(request)
    var text = ""
    var chunks: [GenerateContentResponse] = []
    for try await chunk in model.streamContent(request) {
      text += chunk.text
      chunks.append(chunk)
    }
    XCTAssertEqual(text, whole.text)
    XCTAssertFalse(text.isEmpty)
    XCTAssertGreaterThan(chunks.count, 10)
    XCTAssertTrue(chunks.dropLast().allSatisfy { $0.candidates[0].finishReason == nil })
    let last = try XCTUnwrap(chunks.last)
    XCTAssertEqual(last.candidates[0].finishReason, whole.candidates[0].finishReason)
    for response in chunks + [whole] {
      XCTAssertEqual(response.modelVersion, "apple-foundation-models-system-language-model")
      XCTAssertEqual(response.inferenceSource, .onDevice)
      XCTAssertEqual(response.candidates[0].content.role, .model)
      XCTAssertEqual(response.candidates[0].index, 0)
    }
  }

  func testUsage() async throws {
    let model = try TestModel.system()
    let request = TestModel.request("Name a colour of the rainbow.", options: TestModel.greedy(5))
    let usage = try await model.generateContent(request).usageMetadata
    let count = try await model.countTokens(request)
    XCTAssertEqual(usage?.promptTokenCount, count.totalTokens)
    XCTAssertEqual(usage?.candidatesTokenCount, 5)
    XCTAssertEqual(usage?.totalTokenCount, count.totalTokens + 5)
    let again = try await model.generateContent(request)
    XCTAssertEqual(again.usageMetadata?.cachedContentTokenCount, count.totalTokens - 1)
    XCTAssertEqual(again.candidates[0].finishReason, .maxTokens)
  }

  func testStopsAtTheEndOfTheTurn() async throws {
    let request = TestModel.request("Say only: Hello.", options: TestModel.greedy(200))
    let answer = try await TestModel.system().generateContent(request)
    XCTAssertEqual(answer.candidates[0].finishReason, .stop)
    XCTAssertFalse(answer.text.contains("<|"), answer.text)
  }

  func testSystemPromptIsRead() async throws {
    let model = try TestModel.system()
    let short = try await model.countTokens(
      TestModel.request("Who are you?", instructions: "Hi.")
    )
    let long = try await model.countTokens(
      TestModel.request("Who are you?", instructions: "Hi. You are a pirate called Long John.")
    )
    XCTAssertGreaterThanOrEqual(long.totalTokens, short.totalTokens + 8)
    let first = try await model.generateContent(TestModel.request("Who are you?"))
    let second = try await model.generateContent(
      TestModel.request("Who are you?", instructions: "You are a pirate called Long John.")
    )
    XCTAssertNotEqual(first.text, second.text)
  }

  func testSeeds() async throws {
    let model = try TestModel.system()
    func answer(_ sampling: SamplingMode) async throws -> String {
      let options = GenerationOptions(
        sampling: sampling,
        temperature: 1.5,
        maximumResponseTokens: 24
      )
      return try await model.generateContent(
        TestModel.request("Tell me a story.", options: options)
      ).text
    }
    // The first run reads the prompt, the others find it: the batches differ only here.
    _ = try await answer(.greedy)
    let first = try await answer(.random(top: 50, seed: .max - 6))
    let again = try await answer(.random(top: 50, seed: .max - 6))
    let other = try await answer(.random(top: 50, seed: 1 << 40))
    XCTAssertEqual(first, again)
    XCTAssertNotEqual(first, other)
    let threshold = try await answer(.random(probabilityThreshold: 0.9, seed: 3))
    let thresholdAgain = try await answer(.random(probabilityThreshold: 0.9, seed: 3))
    XCTAssertEqual(threshold, thresholdAgain)
  }

  func testTemperatureZeroIsGreedy() async throws {
    let model = try TestModel.system()
    let prompt = "Count from one to five."
    _ = try await model.generateContent(TestModel.request(prompt))
    let greedy = try await model.generateContent(TestModel.request(prompt))
    let zero = try await model.generateContent(
      TestModel.request(prompt, options: .init(temperature: 0, maximumResponseTokens: 16))
    )
    XCTAssertEqual(greedy.text, zero.text)
  }

  /// Longer than the 512 tokens of one step; the end of it is what is answered.
  func testPromptLongerThanABatch() async throws {
    let model = try TestModel.system()
    let filler = Array(repeating: "The sun is warm.", count: 130).joined(separator: " ")
    let request = TestModel.request("\(filler)\nNow say a word.", options: TestModel.greedy(4))
    let answer = try await model.generateContent(request)
    XCTAssertGreaterThan(answer.usageMetadata?.promptTokenCount ?? 0, 600)
    XCTAssertFalse(answer.text.isEmpty)
  }

  func testConversationReadsOnlyWhatIsNew() async throws {
    let session = GenerativeModelSession(
      model: try TestModel.system(),
      instructions: "You are a friendly guide to the animals of the forest."
    )
    var before = 0
    for turn in 1...6 {
      let response = try await session.respond(
        to: "Tell me about animal number \(turn).",
        options: TestModel.greedy(12)
      )
      let usage = try XCTUnwrap(response.rawResponse.usageMetadata)
      XCTAssertFalse(response.content.isEmpty, "turn \(turn)")
      if turn > 1 {
        let read = usage.promptTokenCount - usage.cachedContentTokenCount
        XCTAssertGreaterThanOrEqual(usage.cachedContentTokenCount, before, "turn \(turn)")
        XCTAssertLessThanOrEqual(read, 32, "turn \(turn)")
      }
      before = usage.promptTokenCount
    }
    XCTAssertEqual(session.transcript.count, 12)
  }

  func testPrewarmReadsTheInstructions() async throws {
    let model = try TestModel.system()
    let instructions = "You know everything about prewarming \(UInt64.random(in: 0..<1 << 60))."
    model.prewarm(ModelRequest(transcript: Transcript(instructions: instructions)))
    let request = TestModel.request(
      "Well?",
      instructions: instructions,
      options: TestModel.greedy(1)
    )
    // Later in the scheduler's order than the prewarming, once that has been handed in.
    try await Task.sleep(for: .milliseconds(300))
    let usage = try await model.generateContent(request).usageMetadata
    XCTAssertGreaterThan(usage?.cachedContentTokenCount ?? 0, 10)
  }

  func testStopSequenceEndsTheAnswer() async throws {
    let model = try TestModel.system()
    let whole = try await model.generateContent(TestModel.request("Name three animals.")).text
    let stop = String(whole.dropFirst(4).prefix(3))
    var options = TestModel.greedy(16)
    options.stopSequences = [stop]
    let response = try await model.generateContent(
      TestModel.request("Name three animals.", options: options)
    )
    XCTAssertEqual(
      response.text,
      String(try XCTUnwrap(whole.firstRange(of: stop).map { whole[..<$0.lowerBound] }))
    )
    XCTAssertEqual(response.candidates.first?.finishReason, .stop)
  }
}
