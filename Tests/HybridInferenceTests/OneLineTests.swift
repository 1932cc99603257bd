import HybridInference
import TestSupport
import XCTest

/// What a server or a model says is shown without anything that could drive a terminal.
final class OneLineTests: XCTestCase {
  /// All control characters, breaks of lines and turns of direction, each between two letters.
  private static let hostile: [Unicode.Scalar] =
    [0x00...0x1F, 0x7F...0x9F, 0x2028...0x2029, 0x202A...0x202E, 0x2066...0x2069]
    .flatMap { $0 as ClosedRange<UInt32> }.compactMap(Unicode.Scalar.init)

  private var text: String { "a" + Self.hostile.map { "\($0)b" }.joined() }

  private func check(_ shown: String, _ what: String = "", line: UInt = #line) {
    XCTAssertTrue(shown.contains("a b b b"), "\(what) \(shown.debugDescription)", line: line)
    for scalar in shown.unicodeScalars where Self.hostile.contains(scalar) {
      XCTFail("\(what) shows \(scalar.escaped(asASCII: true))", line: line)
    }
  }

  func testWhatSeparatesBecomesOneSpace() {
    check(text.onOneLine)
    XCTAssertEqual(" \u{1B}[31mred\u{1B}[0m\r\n\n\t line\u{0} ".onOneLine, "[31mred [0m line")
    for text in ["", "plain text", "naïve 日本語 👩‍👩‍👧 e\u{301}", "שלום\u{200F}, x\u{200E}!"] {
      XCTAssertEqual(text.onOneLine, text)
    }
    XCTAssertEqual("\u{1B}\u{0}\n".onOneLine, "")
  }

  func testOfErrors() {
    let response = GenerateContentResponse(
      promptFeedback: .init(blockReason: .init(rawValue: text))
    )
    let backend = BackendError(code: 400, status: text, message: text)
    let errors: [GenerationError] = [
      .assetsUnavailable(reason: .other(text)),
      .assetsUnavailable(reason: .other(""), detail: text), .unsupportedPromptContent(reason: text),
      .invalidRequest(field: text, reason: text), .promptBlocked(response),
      .responseStoppedEarly(.init(rawValue: text), .init()), .decodingFailure(reason: text),
      .offline(reason: text), .backend(backend), .toolCallFailed(name: text, reason: text),
      .internalError(reason: text),
      .allModelsFailed([
        .init(
          modelName: text,
          inferenceSource: .inCloud,
          outcome: .failed,
          error: .backend(backend)
        )
      ]),
    ]
    for error in errors {
      check(error.localizedDescription, "\(error)")
      check("\(error)")
      check(String(reflecting: error))
    }
    check(backend.localizedDescription)
    check("\(backend)")
    check(String(reflecting: backend))
    XCTAssertEqual(backend.message, text, "kept as it came")
  }

  func testOfTheLog() async {
    let recorder = LogRecorder()
    await recorder.record { InferenceLog.log(.notice, "\(text)\n") }
    XCTAssertEqual(recorder.entries.count, 1)
    check(recorder.entries.first?.message ?? "")
  }
}
