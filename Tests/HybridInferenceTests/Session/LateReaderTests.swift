import Foundation
import HybridInference
import TestSupport
import XCTest

/// A reader that comes late, or never, gets the same answer.
final class LateReaderTests: XCTestCase {
  private func piece(_ number: Int, _ parts: Part...) -> GenerateContentResponse {
    let chunk = GroundingMetadata.GroundingChunk(web: .init(uri: "u\(number)", title: "t"))
    return GenerateContentResponse(
      candidates: [
        Candidate(
          content: .init(role: .model, parts: parts),
          groundingMetadata: number.isMultiple(of: 500) ? .init(groundingChunks: [chunk]) : nil
        )
      ],
      usageMetadata: UsageMetadata(totalTokenCount: number)
    )
  }

  /// Pieces of all kinds, far more than wait apart from each other.
  private var pieces: [GenerateContentResponse] {
    let pieces = (0..<5000).map { number in
      switch number % 50 {
      case 0: piece(number, Part(.text("thought \(number)"), isThought: true))
      case 1: piece(number, Part(.text(" goes on"), isThought: true))
      case 2: piece(number, .functionCall(.init(name: "f\(number)")))
      case 3: piece(number, Part(.text("signed"), thoughtSignature: "c2ln\(number)"))
      case 4: piece(number, .text("two "), .text("texts "))
      case 5: piece(number)
      case 6: piece(number, .text(""))
      default: piece(number, .text("\(number) "))
      }
    }
    return pieces + [.init(candidates: [.init(content: .init(role: .model), finishReason: .stop)])]
  }

  private func session(_ pieces: [GenerateContentResponse]) -> GenerativeModelSession {
    GenerativeModelSession(model: ScriptedModel("scripted", answers: [.chunks(pieces)]))
  }

  func testTheAnswerIsTheSame() async throws {
    let pieces = pieces
    let texts = pieces.flatMap { $0.candidates[0].content.parts }
      .filter { !$0.isThought }.compactMap(\.text)
    let session = session(pieces)
    let stream = session.streamResponse(to: "Hi")
    try await waitUntil("the answer is there") { session.transcript.count == 2 }

    let collected = try await stream.collect().rawResponse
    var last: GenerateContentResponse?
    var shown = ""
    var count = 0
    for try await snapshot in stream {
      XCTAssertTrue(snapshot.content.hasPrefix(shown))
      shown = snapshot.content
      last = snapshot.rawResponse
      count += 1
    }

    XCTAssertEqual(shown, texts.joined())
    XCTAssertLessThan(count, 1100)
    XCTAssertGreaterThan(count, 500)
    XCTAssertEqual(last?.candidates, collected.candidates)
    XCTAssertEqual(last?.usageMetadata, collected.usageMetadata)
    XCTAssertEqual(session.transcript.last?.content, collected.candidates[0].content)
    XCTAssertEqual(collected.functionCalls.count, 100)
    XCTAssertEqual(collected.candidates[0].groundingMetadata?.groundingChunks.count, 10)
    let signatures = collected.candidates[0].content.parts.compactMap(\.thoughtSignature)
    XCTAssertEqual(signatures.count, 100)
  }

  /// The parts are those of one who has read each piece as it came.
  func testThePartsAreThoseOfAReaderInTime() async throws {
    let pieces = pieces
    let late = try await session(pieces).streamResponse(to: "Hi").collect().rawResponse
    var parts: [Part] = []
    for piece in pieces {
      for (number, part) in piece.candidates[0].content.parts.enumerated() {
        if part == .text("") { continue }
        if number == 0, let text = part.text, part.thoughtSignature == nil, let last = parts.last,
          let start = last.text, last.thoughtSignature == nil, last.isThought == part.isThought
        {
          parts[parts.count - 1] = Part(.text(start + text), isThought: part.isThought)
        } else {
          parts.append(part)
        }
      }
    }
    XCTAssertEqual(late.candidates[0].content.parts, parts)
  }

  func testAStructuredAnswerIsReadLate() async throws {
    let numbers = (0..<4000).map { "\($0)," }
    let texts = ["{\"list\": ["] + numbers + ["4000]}"]
    let pieces = texts.map {
      GenerateContentResponse(
        candidates: [.init(content: .init(role: .model, parts: [.text($0)]))]
      )
    }
    let end = GenerateContentResponse(
      candidates: [.init(content: .init(role: .model), finishReason: .stop)]
    )
    let session = session(pieces + [end])
    let schema = GenerationSchema.object(properties: ["list": .array(items: .integer())])
    let stream = session.streamResponse(to: "Hi", schema: schema)
    try await waitUntil("the answer is there") { session.transcript.count == 2 }
    var last: GeneratedContent?
    for try await snapshot in stream { last = snapshot.rawContent }
    guard case .array(let elements)? = last?["list"]?.kind else { return XCTFail("no list") }
    XCTAssertEqual(elements.count, 4001)
    XCTAssertEqual(elements.last, 4000)
  }

  private struct Add: Tool {
    struct Arguments: Generable { var number: Int }

    let name = "add"
    let description = "Adds one."

    func call(arguments: Arguments) async throws -> Int { arguments.number + 1 }
  }

  /// Rounds stay apart, however long each of them is.
  func testToolsAreCalledInBetween() async throws {
    func text(_ round: Int) -> [GenerateContentResponse] {
      (0..<1500).map { piece(1 + 2 * $0, .text("\(round).\($0) ")) }
    }
    func end(_ reason: FinishReason = .stop, _ parts: Part...) -> GenerateContentResponse {
      .init(candidates: [.init(content: .init(role: .model, parts: parts), finishReason: reason)])
    }
    let call = Part.functionCall(.init(name: "add", arguments: ["number": 41]))
    let model = ScriptedModel(
      "scripted",
      answers: [.chunks(text(1) + [end(.stop, call)]), .chunks(text(2) + [end()])]
    )
    let session = GenerativeModelSession(model: model, tools: [Add()])
    let stream = session.streamResponse(to: "Hi")
    try await waitUntil("the answer is there") { session.transcript.count == 4 }
    let collected = try await stream.collect().rawResponse
    var last: GenerateContentResponse?
    for try await snapshot in stream { last = snapshot.rawResponse }
    XCTAssertEqual(last?.candidates, collected.candidates)
    let expected = (text(1) + text(2)).map(\.text).joined()
    XCTAssertEqual(collected.text, expected)
    XCTAssertEqual(collected.functionCalls.map(\.name), ["add"])
    XCTAssertEqual(
      session.transcript.map(\.text).filter { !$0.isEmpty },
      ["Hi", text(1).map(\.text).joined(), text(2).map(\.text).joined()]
    )
  }
}
