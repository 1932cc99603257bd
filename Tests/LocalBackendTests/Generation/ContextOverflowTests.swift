import Foundation
import HybridInference
import XCTest

@testable import LocalBackend

final class ContextOverflowTests: XCTestCase {
  private func model(
    _ overflow: SystemLanguageModel.Configuration.ContextOverflow
  ) throws -> SystemLanguageModel {
    SystemLanguageModel(
      modelURL: URL(fileURLWithPath: try TestModel.system().path),
      configuration: .init(
        contextSize: 256,
        maximumConcurrentRequests: 1,
        contextOverflow: overflow
      )
    )
  }

  func testOldestTurnsAreDropped() async throws {
    let session = GenerativeModelSession(
      model: try model(.dropOldestTurns),
      instructions: "Be brief."
    )
    for turn in 0..<7 {
      let response = try await session.respond(
        to: "Question number \(turn): what is there to know about the sea and its many fish?",
        options: TestModel.greedy(16)
      )
      let usage = try XCTUnwrap(response.rawResponse.usageMetadata)
      XCTAssertLessThanOrEqual(usage.promptTokenCount, 256 - 16)
    }
    XCTAssertEqual(session.transcript.count, 14, "the transcript keeps all")
  }

  func testWhatDoesNotFitIsToldWhereItCanBe() async throws {
    let model = try model(.fail)
    let long = TestModel.request(Array(repeating: "The sea is wide.", count: 80).joined())
    XCTAssertNil(model.unsupportedReason(for: long), "not loaded: nobody can tell")
    let error = await failure { try await model.generateContent(long) }
    guard case .exceededContextWindowSize = error as? GenerationError else {
      return XCTFail("\(String(describing: error))")
    }
    let reason = try XCTUnwrap(model.unsupportedReason(for: long))
    XCTAssertTrue(reason.contains("256"), reason)
    XCTAssertNil(model.unsupportedReason(for: TestModel.request("Hello")))
    let session = GenerativeModelSession(model: model)
    let text = long.transcript.map(\.text).joined()
    let sessionError = await failure { try await session.respond(to: text) }
    guard case .exceededContextWindowSize(_, 256) = sessionError as? GenerationError else {
      return XCTFail("\(String(describing: sessionError))")
    }
  }

  func testNumberOfTurns() {
    func dropped(_ turns: [Int], room: Int) -> Int {
      TurnDropping.count(turns: turns.count, room: room) { turns.dropFirst($0).reduce(5, +) }
    }
    XCTAssertEqual(dropped([10, 10, 10], room: 40), 0)
    XCTAssertEqual(dropped([10, 10, 10, 10], room: 40), 1)
    XCTAssertEqual(dropped([10, 10, 10, 16], room: 40), 2)
    XCTAssertEqual(dropped([100], room: 40), 0)
    XCTAssertEqual(dropped([1, 100], room: 40), 1)
    // The number stays for some turns, and all always fits.
    var changes = 0
    for count in 1..<200 {
      let number = dropped(Array(repeating: 3, count: count), room: 100)
      XCTAssertLessThanOrEqual((count - number) * 3 + 5, 100)
      if number != dropped(Array(repeating: 3, count: count + 1), room: 100) { changes += 1 }
    }
    XCTAssertLessThan(changes, 30)
  }

  func testCallsOfToolsStayWithTheirTurn() {
    let call = Part(.functionCall(.init(name: "f")))
    let result = Part(.functionResponse(.init(name: "f", response: .init(kind: .emptyStructure))))
    let entries: [Transcript.Entry] = [
      .init(content: .init(role: .user, parts: [.text("one")])),
      .init(content: .init(role: .model, parts: [call])),
      .init(content: .init(role: .user, parts: [result])),
      .init(content: .init(role: .model, parts: [.text("1")])),
      .init(content: .init(role: .user, parts: [.text("two")])),
    ]
    let transcript = Transcript(instructions: "i", entries: entries)
    XCTAssertEqual(transcript.turnStarts, [0, 4])
    XCTAssertEqual(
      transcript.droppingTurns(1),
      Transcript(instructions: "i", entries: [entries[4]])
    )
    XCTAssertEqual(transcript.droppingTurns(2), transcript, "the newest turn stays")
  }
}
