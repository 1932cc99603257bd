import HybridInference
import TestSupport
import XCTest

@testable import LocalBackend

final class GenerationTests: XCTestCase {
  private func request(
    _ prompt: String,
    instructions: String? = nil,
    _ options: GenerationOptions = GenerationOptions(sampling: .greedy, maximumResponseTokens: 24)
  ) -> ModelRequest {
    ModelRequest(
      transcript: Transcript(
        instructions: instructions,
        entries: [.init(content: ModelContent(parts: [.text(prompt)]))]
      ),
      options: .foundationModels(options)
    )
  }

  func testAnswersAndStreamsTheSame() async throws {
    let model = SystemLanguageModel(modelURL: try LocalModels.system())
    print(model.modelDescription, model.availability)
    let r = request("What is the capital of France?", instructions: "Answer briefly.")
    let whole = try await model.generateContent(r)
    print(whole.text, whole.usageMetadata as Any, whole.candidates[0].finishReason as Any)
    var text = ""
    for try await chunk in model.streamContent(r) {
      text += chunk.text
      print("[\(chunk.text)]", terminator: "")
    }
    XCTAssertEqual(text, whole.text)
    XCTAssertFalse(text.isEmpty)
    let again = try await model.generateContent(r)
    print(again.usageMetadata as Any)
    let count = try await model.countTokens(r).totalTokens
    XCTAssertEqual(count, again.usageMetadata?.promptTokenCount)
  }
}
