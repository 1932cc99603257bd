import HybridInference
import XCTest

@testable import LocalBackend

/// Characters whose bytes come in several tokens, through the whole scheduler.
final class SplitCharacterTests: XCTestCase {
  /// An engine that answers with a text, a byte or a few in each token.
  private final class ByteEngine: TokenEngine {
    let sequenceCount = 2
    let batchSize = 8
    private let pieces: [[UInt8]]
    private var sampled = 0

    init(_ text: [UInt8], size: Int) {
      pieces = stride(from: 0, to: text.count, by: size).map {
        Array(text.dropFirst($0).prefix(size))
      }
    }

    func open(sequence: Int) -> Int { sequenceCount }
    func state(of sequence: Int) -> [UInt8]? { nil }
    func restore(_ state: [UInt8], to sequence: Int, count: Int) -> Bool { false }
    func run(_ step: BatchStep) -> StepOutcome { .completed }
    func trim(sequence: Int, to count: Int) -> Bool { true }
    func copy(sequence source: Int, to target: Int, count: Int) -> Bool { true }
    func beginSampling(_ plan: SamplingPlan, sequence: Int) { sampled = 0 }
    func endSampling(sequence: Int) {}

    func sample(sequence: Int, output: Int, filter: TokenFilter?) -> TokenID? {
      defer { sampled += 1 }
      return TokenID(sampled)
    }

    func accept(_ tokens: [TokenID], sequence: Int) {}
    var vocabulary: Vocabulary { Vocabulary([], endTokens: []) }
    func tokens(spelling text: [UInt8]) -> [TokenID]? { nil }
    func isEndOfGeneration(_ token: TokenID) -> Bool { Int(token) >= pieces.count }
    func bytes(of token: TokenID) -> [UInt8] { pieces[Int(token)] }
  }

  private func pieces(of text: [UInt8], size: Int, limit: Int = 10_000) async throws -> [String] {
    let scheduler = InferenceScheduler(name: "test") { { _ in ByteEngine(text, size: size) } }
    var pieces: [String] = []
    let plan = try SamplingPlan(nil)
    for try await event in scheduler.generate(prompt: [1, 2], sampling: plan, limit: limit) {
      if case .text(let text) = event { pieces.append(text) }
    }
    return pieces
  }

  func testOnlyWholeCharactersAreStreamed() async throws {
    let text = "naïve 東京 👩‍👩‍👧 𝄞 ᚠ\r\né"
    for size in 1...7 {
      let pieces = try await pieces(of: Array(text.utf8), size: size)
      XCTAssertEqual(pieces.joined(), text, "\(size)")
      XCTAssertFalse(pieces.contains { $0.isEmpty || $0.contains("\u{FFFD}") }, "\(size)")
    }
  }

  /// The tokens end in the middle of a character: it is shown as what it is, and nothing is held.
  func testACharacterThatIsNeverFinished() async throws {
    let text = Array("a👩".utf8)
    for limit in 1...5 {
      let pieces = try await pieces(of: text, size: 1, limit: limit)
      let expected = String(decoding: text.prefix(limit), as: UTF8.self)
      XCTAssertEqual(pieces.joined(), expected, "\(limit)")
    }
  }
}
