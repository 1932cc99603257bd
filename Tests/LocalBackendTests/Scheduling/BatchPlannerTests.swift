import XCTest

@testable import LocalBackend

final class BatchPlannerTests: XCTestCase {
  func testNothingToDo() {
    let planner = BatchPlanner(batchSize: 8, promptShare: 4)
    XCTAssertNil(planner.nextStep())
    XCTAssertTrue(planner.isIdle)
  }

  func testLongPromptIsReadInChunks() {
    var planner = BatchPlanner(batchSize: 8, promptShare: 4)
    planner.add(1, sequence: 0, tokens: Array(0..<20), from: 3)
    var sizes: [Int] = []
    while let step = planner.nextStep() {
      sizes.append(step.tokenCount)
      XCTAssertEqual(step.spans.first?.wantsOutput, sizes.count == 3)
      planner.commit(step)
    }
    XCTAssertEqual(sizes, [8, 8, 1])
  }

  func testGeneratingComesFirstAndPromptsAreBounded() throws {
    var planner = BatchPlanner(batchSize: 16, promptShare: 4)
    planner.add(1, sequence: 2, tokens: [1, 2], from: 1)
    planner.add(2, sequence: 0, tokens: Array(0..<100), from: 0)
    let step = try XCTUnwrap(planner.nextStep())
    XCTAssertEqual(step.spans.map(\.sequence), [0, 2])
    XCTAssertEqual(step.spans.map(\.tokens.count), [4, 1])
  }

  func testShortPromptDoesNotWaitForALongOne() throws {
    var planner = BatchPlanner(batchSize: 16, promptShare: 4)
    planner.add(1, sequence: 0, tokens: Array(0..<3000), from: 0)
    planner.add(2, sequence: 1, tokens: Array(0..<7), from: 0)
    let step = try XCTUnwrap(planner.nextStep())
    XCTAssertEqual(step.spans.map(\.tokens.count), [9, 7])
    XCTAssertEqual(step.spans.map(\.wantsOutput), [false, true])
  }

  func testStepThatWasNotCommittedIsPlannedAgain() {
    var planner = BatchPlanner(batchSize: 4, promptShare: 4)
    planner.add(1, sequence: 0, tokens: [1, 2, 3, 4, 5, 6], from: 0)
    XCTAssertEqual(planner.nextStep(), planner.nextStep())
  }

  /// Random requests, answers, cancellations, aborted steps and lost sequences.
  ///
  /// Each request's tokens are read in order, none is lost, none read twice, and each request with
  /// something to read gets on in every step.
  func testPropertiesHoldForRandomTraffic() {
    for seed in UInt64(1)...200 {
      var random = SplitMix64(state: seed)
      var traffic = Traffic(random: &random)
      for _ in 0..<300 { traffic.proceed(random: &random) }
      traffic.drain()
      XCTAssertEqual(traffic.faults, [], "seed \(seed)")
      XCTAssertGreaterThan(traffic.finished, 0, "seed \(seed)")
    }
  }
}

/// What a planner is put through, and what must come out.
private struct Traffic {
  private struct Client {
    var sequence: Int
    var tokens: [TokenID]
    var read: [TokenID] = []
    var answersLeft: Int
  }

  private var planner: BatchPlanner
  private var clients: [Int: Client] = [:]
  private var nextID = 0
  private let sequences = 5
  private(set) var faults: [String] = []
  private(set) var finished = 0

  init(random: inout SplitMix64) {
    planner = BatchPlanner(
      batchSize: .random(in: 5...40, using: &random),
      promptShare: .random(in: 4...20, using: &random)
    )
  }

  mutating func proceed(random: inout SplitMix64) {
    if clients.count < sequences, Bool.random(using: &random) { add(random: &random) }
    if let id = clients.keys.sorted().randomElement(using: &random) {
      switch Int.random(in: 0..<40, using: &random) {
      case 0:
        _ = planner.remove(id)
        clients[id] = nil
      case 1:
        planner.rewind(id, to: 0)
        clients[id]?.read = []
      default: break
      }
    }
    step(isAborted: Int.random(in: 0..<10, using: &random) == 0)
  }

  mutating func drain() {
    for _ in 0..<10_000 where !clients.isEmpty { step(isAborted: false) }
    if !clients.isEmpty { faults.append("\(clients.count) requests starved") }
  }

  private mutating func add(random: inout SplitMix64) {
    nextID += 1
    let used = Set(clients.values.map(\.sequence))
    guard let sequence = (0..<sequences).first(where: { !used.contains($0) }) else { return }
    let tokens = (0..<Int.random(in: 1...120, using: &random)).map { TokenID($0 + nextID * 1000) }
    let held = Int.random(in: 0..<tokens.count, using: &random)
    clients[nextID] = Client(
      sequence: sequence,
      tokens: tokens,
      read: Array(tokens[..<held]),
      answersLeft: .random(in: 1...20, using: &random)
    )
    planner.add(nextID, sequence: sequence, tokens: tokens, from: held)
  }

  private mutating func step(isAborted: Bool) {
    guard let step = planner.nextStep() else {
      if !clients.isEmpty { faults.append("no step though requests wait") }
      return
    }
    if step.tokenCount > planner.batchSize { faults.append("a step is too large") }
    if Set(step.spans.map(\.request)) != Set(clients.keys) { faults.append("a request waits") }
    if step.spans.map(\.sequence) != step.spans.map(\.sequence).sorted() {
      faults.append("the order of sequences")
    }
    if isAborted { return }
    planner.commit(step)
    for span in step.spans { receive(span) }
  }

  private mutating func receive(_ span: BatchStep.Span) {
    guard var client = clients[span.request] else { return faults.append("an unknown request") }
    if span.tokens.startIndex != client.read.count { faults.append("a gap or a repetition") }
    client.read += span.tokens
    if client.read != Array(client.tokens.prefix(client.read.count)) {
      faults.append("other tokens")
    }
    if span.wantsOutput != (client.read.count == client.tokens.count) { faults.append("output") }
    clients[span.request] = client
    guard span.wantsOutput else { return }
    if client.answersLeft == 0 {
      if Array(planner.remove(span.request)) != client.tokens { faults.append("lost at the end") }
      clients[span.request] = nil
      finished += 1
    } else {
      let token = TokenID(client.tokens.count)
      clients[span.request]?.tokens.append(token)
      clients[span.request]?.answersLeft -= 1
      planner.append([token], to: span.request)
    }
  }
}
