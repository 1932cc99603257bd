import XCTest

@testable import LocalBackend

/// Requests that come at once and begin alike: what they share is read once.
final class PrefixSharingTests: XCTestCase {
  func testSameInstructionsAreReadOnce() async throws {
    let script = ScriptedEngine.Script()
    let scheduler = InferenceScheduler(name: "test") {
      { flag in ScriptedEngine(sequences: 4, script: script, abortFlag: flag) }
    }
    let instructions = (0..<300).map { TokenID($0 * 3) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for session in 0..<4 {
        group.addTask {
          let prompt = instructions + (0..<10).map { TokenID(5000 + session * 100 + $0) }
          var answer: [TokenID] = []
          for try await event in scheduler.generate(
            prompt: prompt,
            sampling: try SamplingPlan(nil),
            limit: 5
          ) {
            if case .finished(let result) = event { answer = result.answer }
          }
          XCTAssertEqual(answer, ScriptedEngine.answer(to: prompt, count: 5))
        }
      }
      try await group.waitForAll()
    }
    XCTAssertEqual(script.faults, [])
    XCTAssertLessThanOrEqual(script.tokensRead, 300 + 4 * (10 + 5))
  }

  /// Random prompts of a few families, read at random speeds, some given up on the way.
  ///
  /// Every request begins in the end, what it reuses is really held where it comes from, and it
  /// waits only for a request that runs and will hold what it waits for.
  func testPropertiesHoldForRandomTraffic() {
    for seed in UInt64(1)...200 {
      var random = SplitMix64(state: seed)
      var traffic = SharingTraffic(random: &random)
      for _ in 0..<200 { traffic.proceed(random: &random) }
      traffic.drain()
      XCTAssertEqual(traffic.faults, [], "seed \(seed)")
    }
  }
}

/// A cache under random requests, and what its sequences really hold.
private struct SharingTraffic {
  private struct Running {
    var prompt: [TokenID]
    var read: Int
  }

  private let families: [[TokenID]]
  private var cache: PrefixCache
  private var held: [[TokenID]]
  private var running: [Int: Running] = [:]
  private var waiting: [[TokenID]] = []
  private(set) var faults: [String] = []
  private var next: TokenID = 100_000

  init(random: inout SplitMix64) {
    let count = Int.random(in: 1...4, using: &random)
    cache = PrefixCache(sequenceCount: count)
    held = Array(repeating: [], count: count)
    families = (0..<3).map { family in
      (0..<Int.random(in: 1...120, using: &random)).map { TokenID($0 + family * 1000) }
    }
  }

  mutating func proceed(random: inout SplitMix64) {
    if waiting.count < 6, Bool.random(using: &random) {
      let family = families.randomElement(using: &random) ?? []
      let shared = family.prefix(.random(in: 0...family.count, using: &random))
      next += 1
      waiting.append(
        shared + (0..<Int.random(in: 1...30, using: &random)).map { next * 100 + TokenID($0) }
      )
    }
    admit()
    for sequence in running.keys.sorted() {
      advance(sequence, by: .random(in: 1...40, using: &random))
      if Int.random(in: 0..<20, using: &random) == 0 { end(sequence) }
    }
  }

  mutating func drain() {
    for _ in 0..<2000 where !waiting.isEmpty || !running.isEmpty {
      admit()
      for sequence in running.keys.sorted() { advance(sequence, by: 40) }
    }
    if !waiting.isEmpty { faults.append("\(waiting.count) requests starved") }
  }

  private mutating func admit() {
    var index = 0
    while index < waiting.count {
      let prompt = waiting[index]
      switch cache.decide(on: prompt) {
      case .begin(let claim):
        waiting.remove(at: index)
        begin(prompt, with: claim)
      case .wait:
        let helps = running.values.contains { other in
          let common = zip(other.prompt, prompt).prefix { $0 == $1 }.count
          return min(common, prompt.count - 1) >= other.read + 1
        }
        if !helps { faults.append("waits for nobody") }
        index += 1
      case .full:
        if running.count != held.count { faults.append("full with a free sequence") }
        return
      }
    }
  }

  private mutating func begin(_ prompt: [TokenID], with claim: PrefixCache.Claim) {
    if running[claim.sequence] != nil { faults.append("a sequence twice") }
    let there = held[claim.source ?? claim.sequence].prefix(claim.reused)
    if Array(there) != Array(prompt.prefix(claim.reused)) { faults.append("others' tokens") }
    if claim.reused >= prompt.count { faults.append("nothing left to read") }
    held[claim.sequence] = Array(there)
    running[claim.sequence] = Running(prompt: prompt, read: claim.reused)
  }

  private mutating func advance(_ sequence: Int, by count: Int) {
    guard var request = running[sequence] else { return }
    request.read = min(request.read + count, request.prompt.count)
    held[sequence] = Array(request.prompt.prefix(request.read))
    running[sequence] = request
    cache.update(sequence, holding: request.read)
    if request.read == request.prompt.count { end(sequence) }
  }

  private mutating func end(_ sequence: Int) {
    running[sequence] = nil
    cache.release(sequence, holding: held[sequence])
  }
}
