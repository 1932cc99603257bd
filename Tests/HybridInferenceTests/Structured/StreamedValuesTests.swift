import HybridInference
import TestSupport
import XCTest

/// For any schema, any value that fits it and any split of its text into pieces: each snapshot extends
/// the one before, and the last equals the text.
final class StreamedValuesTests: XCTestCase {
  func testSnapshotsOfAnyValueOnlyEverGrow() async throws {
    var random = SeededGenerator(seed: 11)
    var kinds: Set<String> = []
    for _ in 0..<300 {
      let shape = RandomSchema.any(depth: 3, &random)
      let value = shape.value(&random)
      let text = value.jsonString
      kinds.insert(String("\(shape)".prefix { $0.isLetter }))
      let model = ScriptedModel(
        "scripted",
        answers: [.parts([.text("[1, "), .call()]), .text(Self.pieces(of: text, &random))]
      )
      let session = GenerativeModelSession(model: model, tools: [ScriptedTool()])
      var last: GeneratedContent?
      for try await snapshot in session.streamResponse(to: "Hi", schema: shape.schema)
      where snapshot.rawResponse.route.count == 2 {
        if let last { XCTAssertTrue(snapshot.content.extends(last), text) }
        last = snapshot.content
      }
      XCTAssertEqual(last, try GeneratedContent(json: text))
      XCTAssertEqual(last?.isComplete, true)
      XCTAssertEqual(last?.jsonString, text)
    }
    XCTAssertGreaterThanOrEqual(kinds.count, 9)
  }

  /// The text in pieces of one to nine scalars, so also within characters.
  private static func pieces(of text: String, _ random: inout SeededGenerator) -> [String] {
    var pieces: [String] = []
    var rest = Array(text.unicodeScalars)[...]
    while !rest.isEmpty {
      let piece = rest.prefix(Int.random(in: 1...9, using: &random))
      rest = rest.dropFirst(piece.count)
      pieces.append(String(String.UnicodeScalarView(piece)))
    }
    return pieces
  }
}
