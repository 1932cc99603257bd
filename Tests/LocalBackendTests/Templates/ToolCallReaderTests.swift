import HybridInference
import XCTest

@testable import LocalBackend

final class ToolCallReaderTests: XCTestCase {
  private static let call = FunctionCall(
    name: "find",
    arguments: GeneratedContent(properties: [
      "text": .init(kind: .string("a </tool_call> \n <tool_call> b"))
    ]),
    id: "1"
  )

  /// Reads an answer in pieces of so many characters.
  private func parts(of text: String, pieces size: Int) -> [Part] {
    var id = 0
    var reader = ToolCallReader {
      id += 1
      return String(id)
    }
    var rest = Substring(text)
    var parts: [Part] = []
    while !rest.isEmpty {
      parts += reader.append(String(rest.prefix(size)))
      rest = rest.dropFirst(size)
    }
    parts += reader.finish()
    return parts.reduce(into: []) { all, part in
      if case .text(let more) = part.content, case .text(let text)? = all.last?.content {
        all[all.count - 1] = .text(text + more)
      } else {
        all.append(part)
      }
    }
  }

  /// Whatever the pieces: the same texts and calls.
  func testTextsAndCallsInAnyPieces() {
    var second = Self.call
    second.id = "2"
    let written = ToolNotation.text(of: Self.call)
    let rows: [(String, [Part])] = [
      ("", []),
      ("No call.", [.text("No call.")]),
      ("Less < more <tool_cal", [.text("Less < more <tool_cal")]),
      (written, [.functionCall(Self.call)]),
      ("Let me see.\n\(written)", [.text("Let me see.\n"), .functionCall(Self.call)]),
      (
        "a\(written)b\(written)é",
        [.text("a"), .functionCall(Self.call), .text("b"), .functionCall(second), .text("é")]
      ),
      ("<<tool_call>\n{\"name\":\"find\",\"argu", [.text("<")]),
      ("\u{600}\(written)\u{301}", [.text("\u{600}"), .functionCall(Self.call), .text("\u{301}")]),
    ]
    for (text, expected) in rows {
      for size in 1...max(1, text.count) {
        XCTAssertEqual(parts(of: text, pieces: size), expected, "\(text) by \(size)")
      }
    }
  }

  func testIdsDiffer() {
    XCTAssertEqual(Set((0..<100).map { _ in ToolCallReader.randomID() }).count, 100)
  }
}
