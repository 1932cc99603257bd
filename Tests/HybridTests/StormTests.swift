import CloudBackend
import Foundation
import HybridInference
import LocalBackend
import TestSupport
import XCTest

/// Long conversations over both real models while everything around them fails: seeded, so that a
/// failure can be played again.
final class StormTests: XCTestCase {
  private let words = ["alpha", "omega"]

  /// Two conversations of 20 turns, in turn: one that both models can answer, and one with a tool.
  func testEveryTurnIsAnsweredOrFailsRightly() async throws {
    let storm = try Storm(seed: 6, server: try OracleServer.shared())
    defer { storm.clear() }
    try await storm.server.reset()
    let tool = ScriptedTool()
    let sessions = [
      GenerativeModelSession(model: storm.model, instructions: "Your name is alpha."),
      GenerativeModelSession(
        model: storm.model,
        tools: [tool],
        instructions: "Your name is omega."
      ),
    ]
    let log = LogRecorder()
    var answered = [0, 0]
    var outcomes: Set<RouteAttempt.Outcome> = []
    for turn in 0..<20 {
      for place in sessions.indices {
        let weather = try await storm.change(callsTools: place == 1)
        let calls = tool.cities.count
        let route = try await log.record {
          try await check(sessions[place], "\(words[place]) \(turn)?", storm, weather)
        }
        if let route {
          answered[place] += 1
          outcomes.formUnion(route.map(\.outcome))
        }
        XCTAssertLessThanOrEqual(tool.cities.count, calls + place, "\(weather)")
      }
    }
    XCTAssertGreaterThan(answered[0], 12)
    XCTAssertGreaterThan(answered[1], 3)
    XCTAssertGreaterThan(tool.cities.count, 3)
    XCTAssertTrue(outcomes.isSuperset(of: [.failed, .unavailable, .interrupted]), "\(outcomes)")
    try await checkRequests(of: storm)
    for line in log.errors {
      XCTAssertFalse(words.contains { line.contains($0) }, line)
    }
  }

  /// Runs a turn; gives the route of its answer, `nil` when there was none.
  private func check(
    _ session: GenerativeModelSession,
    _ prompt: String,
    _ storm: Storm,
    _ weather: Storm.Weather
  ) async throws -> [RouteAttempt]? {
    let before = session.transcript
    let outcome: Result<GenerateContentResponse, any Error>
    do {
      outcome = .success(try await storm.ask(session, prompt, weather))
    } catch {
      outcome = .failure(error)
    }
    let now = session.transcript
    XCTAssertFalse(session.isResponding)
    XCTAssertEqual(Array(now.prefix(before.count)), Array(before), "what was said stays")
    switch outcome {
    case .success(let response):
      XCTAssertEqual(now[before.count].text, prompt)
      XCTAssertEqual(now.last?.text, response.lastRound.text, "\(weather)")
      XCTAssertEqual(now.last?.modelVersion, response.modelVersion)
      XCTAssertEqual(response.route.last?.outcome, .answered)
      return response.route
    case .failure(let error):
      XCTAssertEqual(now.count, before.count, "a turn that failed leaves nothing")
      for error in leaves(of: error) {
        XCTAssertTrue(weather.explains(error), "\(weather): \(error)")
      }
      return nil
    }
  }

  private func leaves(of error: any Error) -> [any Error] {
    guard case GenerationError.allModelsFailed(let attempts) = error else { return [error] }
    return attempts.compactMap(\.error).flatMap(leaves)
  }

  /// No request holds anything of the other conversation, and none was refused.
  private func checkRequests(of storm: Storm) async throws {
    let records = try await storm.server.requests()
    XCTAssertGreaterThan(records.count, 10)
    for record in records {
      XCTAssertEqual(record.keyLeaks, [])
      let text = record.body?.jsonString ?? ""
      XCTAssertEqual(words.filter { text.contains($0) }.count, 1, text)
      XCTAssertNotEqual(record.status, 400, record.error ?? "")
    }
  }
}
