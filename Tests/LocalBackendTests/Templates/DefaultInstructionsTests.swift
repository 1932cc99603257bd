import HybridInference
import XCTest

@testable import LocalBackend

final class DefaultInstructionsTests: XCTestCase {
  func testTheTextOfALiteralSystemMessage() {
    let template =
      #"{% for m in messages %}{% if loop.first and messages[0]['role'] != 'system' %}"#
      + #"{{ '<|im_start|>system\nYou are an assistant.\nBe kind.<|im_end|>\n' }}{% endif %}"#
      + #"{{'<|im_start|>' + m['role'] + '\n' + m['content'] + '<|im_end|>' + '\n'}}{% endfor %}"#
    XCTAssertEqual(DefaultInstructions.find(in: template), "You are an assistant.\nBe kind.")
  }

  func testTemplatesWithoutOne() {
    let templates = [
      "", "{{ bos_token }}{% for m in messages %}{{ m['content'] }}{% endfor %}",
      #"{{- '<|im_start|>system\n' + messages[0]['content'] + '<|im_end|>\n' }}"#,
      #"{{ '<|im_start|>system\n<|im_end|>\n' }}"#,
    ]
    for template in templates {
      XCTAssertNil(DefaultInstructions.find(in: template), template)
    }
  }

  /// The system model's template has one, and a conversation without instructions begins with it.
  func testAConversationWithoutInstructionsBeginsWithIt() async throws {
    let model = try TestModel.system()
    func count(_ instructions: String?) async throws -> Int {
      let transcript = Transcript(
        instructions: instructions,
        entries: [.init(content: ModelContent(parts: [.text("Hi")]))]
      )
      return try await model.countTokens(ModelRequest(transcript: transcript)).totalTokens
    }
    let written = "You are a helpful AI assistant named SmolLM, trained by Hugging Face"
    let (without, with, brief) = try await (count(nil), count(written), count("Hi"))
    XCTAssertEqual(without, with)
    XCTAssertGreaterThan(without, brief)
  }
}
