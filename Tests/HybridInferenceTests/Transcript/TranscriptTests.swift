import HybridInference
import XCTest

final class TranscriptTests: XCTestCase {
  static let object = GeneratedContent(
    kind: .structure(
      properties: [
        "big": .init(kind: .integer(9_007_199_254_740_993)), "half": .init(kind: .number(0.5)),
        "list": .init(kind: .array([.init(kind: .null), .init(kind: .bool(true))])),
        "text": .init(kind: .string("\u{0}é😀\"")),
      ],
      orderedKeys: ["big", "half", "list", "text"]
    )
  )

  static let parts: [Part] = [
    .text("plain"), Part(.text(""), thoughtSignature: "c2ln"),
    Part(.text("hm"), isThought: true, thoughtSignature: "c2ln"),
    .inlineData(Data([0, 1, 255]), mimeType: "image/png"),
    .fileData(uri: "gs://bucket/file", mimeType: "video/mp4"),
    .functionCall(.init(name: "f", arguments: object, id: "1")), .functionCall(.init(name: "g")),
    .functionResponse(.init(name: "f", response: object, id: "1")),
    Part(.executableCode(.init(code: "print(1)"))),
    Part(.executableCode(.init(language: .init(rawValue: "COBOL"), code: "", id: "2"))),
    Part(.codeExecutionResult(.init(outcome: .ok, output: "1\n"))),
    Part(.codeExecutionResult(.init(outcome: .init(rawValue: "NEW")))),
    Part(.unknown(object), thoughtSignature: "c2ln"),
  ]

  func testEachKindOfPartSurvivesSaving() throws {
    for part in Self.parts {
      let saved = try JSONEncoder().encode(part)
      XCTAssertEqual(try JSONDecoder().decode(Part.self, from: saved), part)
    }
  }

  func testTranscriptSurvivesSaving() throws {
    let transcript = Transcript(
      instructions: "Be brief.",
      entries: [
        .init(content: .init(role: .user, parts: Self.parts)),
        .init(content: .init(role: .model, parts: []), modelVersion: "m"),
        .init(content: .init(role: "critic", parts: [.text("well")])),
      ]
    )
    for encoder in [JSONEncoder(), JSONEncoder()] {
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      let saved = try encoder.encode(transcript)
      XCTAssertEqual(try JSONDecoder().decode(Transcript.self, from: saved), transcript)
    }
    let list = try PropertyListEncoder().encode(transcript)
    XCTAssertEqual(try PropertyListDecoder().decode(Transcript.self, from: list), transcript)
  }

  func testNewerFormIsRefusedAndSaysSo() {
    let newer = Data(#"{"version": 99, "entries": []}"#.utf8)
    XCTAssertThrowsError(try JSONDecoder().decode(Transcript.self, from: newer)) { error in
      XCTAssertTrue("\(error)".contains("99"), "\(error)")
    }
  }

  func testPartWithoutContentIsRefused() {
    let empty = Data(#"{"isThought": true}"#.utf8)
    XCTAssertThrowsError(try JSONDecoder().decode(Part.self, from: empty))
  }

  func testItIsACollection() {
    var transcript = Transcript()
    XCTAssertTrue(transcript.isEmpty)
    transcript.append(.init(content: .init(parts: [.text("a"), .text("b")])))
    transcript.append(
      .init(content: .init(role: .model, parts: [Part(.text("x"), isThought: true), .text("c")]))
    )
    XCTAssertEqual(transcript.map(\.text), ["ab", "c"])
    XCTAssertEqual(transcript.last?.text, "c")
    XCTAssertEqual(transcript[0].content.role, .user)
  }
}
