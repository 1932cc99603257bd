import Foundation
import HybridInference
import TestSupport
import XCTest

@testable import CloudBackend

/// A streamed answer, put together, is the same as the answer in one piece.
final class AssembledAnswerTests: CloudTestCase {
  /// All scenarios of the server in which an answer has an end.
  func testStreamedAndWholeAnswersAreTheSame() async throws {
    let tools = [Declared(name: "weather"), Declared(name: "time")]
    let thinking = GenerationConfig(thinkingConfig: ThinkingConfig(includeThoughts: true))
    let grounding: GeneratedContent = [
      "parts": [["text": "naïve 日本語"]], "finish": "STOP",
      "candidate": [
        "groundingMetadata": [
          "groundingChunks": [["web": ["uri": "https://example.com", "title": "t"]]],
          "groundingSupports": [
            [
              "segment": ["startIndex": 7, "endIndex": 16, "text": "日本語"],
              "groundingChunkIndices": [0],
            ]
          ],
        ]
      ],
    ]
    for (scenario, args) in [
      ("echo", [:]), ("normal", ["text": "a longer answer – with 日本語"]), ("thinking", [:]),
      ("function_call", [:]), ("parallel_function_calls", ["thoughts": true]),
      ("max_tokens", [:]), ("max_tokens", ["text": ""]), ("many_chunks", ["n": 100]),
      ("finish_safety", [:]), ("recitation", [:]), ("fields", ["response": grounding]),
      ("safety_block", [:]),
    ] as [(String, [String: GeneratedContent])] {
      // Signatures of the server count up; from a fresh start both answers have the same.
      let request = ModelRequest.prompt("Hi there", tools: tools, config: thinking)
      try await server?.reset()
      let whole = try await model(scenario, args).generateContent(request)
      try await server?.reset()
      let chunks = try await model(scenario, args).streamContent(request).collected()
      let streamed = await answer(of: chunks)
      XCTAssertEqual(Likeness(streamed), Likeness(whole), "\(scenario) \(args)")
    }
  }

  func testGroundingOfAStreamedAnswerLeadsToItsText() async throws {
    let chunks = [
      Candidate(content: content(Part(.text("Let me see."), isThought: true))),
      Candidate(content: content(.text("The naïve"))), Candidate(content: content(.text(" 日本"))),
      Candidate(
        content: content(.text("語!")),
        finishReason: .stop,
        citationMetadata: .init(citations: [.init(startIndex: 4, endIndex: 10)]),
        groundingMetadata: .init(groundingSupports: [
          .init(segment: .init(startIndex: 11, endIndex: 20, text: "日本語"))
        ])
      ),
    ]
    let response = await answer(of: chunks.map { GenerateContentResponse(candidates: [$0]) })
    let candidate = try XCTUnwrap(response.candidates.first)
    let segment = try XCTUnwrap(candidate.groundingMetadata?.groundingSupports.first?.segment)
    XCTAssertEqual(candidate.passage(of: segment)?.partIndex, 1)
    XCTAssertEqual(candidate.text(of: segment), "日本語")
    let citation = try XCTUnwrap(candidate.citationMetadata?.citations.first)
    XCTAssertEqual(candidate.text(of: citation), "naïve")
  }

  /// Each recorded answer, cut into a stream as the API does, is itself again.
  func testRecordedAnswersCutIntoAStream() async throws {
    for file in try Recordings.files("json") {
      guard
        let wire = try? Wire.Response.decode(Data(contentsOf: file)), wire.error == nil,
        wire.candidates?.count == 1, wire.candidates?.first?.finishReason != nil
      else { continue }
      var whole = GenerateContentResponse(wire)
      whole.candidates[0].content.parts.removeAll { $0 == .text("") }
      for size in [1, 2, 7, 1000] {
        let streamed = await answer(of: whole.cut(every: size))
        let name = "\(file.lastPathComponent) by \(size)"
        XCTAssertEqual(Likeness(streamed), Likeness(whole), name)
        XCTAssertEqual(streamed.candidates, whole.candidates, name)
      }
    }
  }

  /// Where recorded grounding names a text, the passage is that text.
  func testRecordedGroundingLeadsToItsText() throws {
    var passages = 0
    for file in try Recordings.files("json") {
      guard let wire = try? Wire.Response.decode(Data(contentsOf: file)) else { continue }
      for candidate in GenerateContentResponse(wire).candidates {
        for support in candidate.groundingMetadata?.groundingSupports ?? [] {
          guard let text = candidate.text(of: support.segment) else { continue }
          XCTAssertEqual(String(text), support.segment.text, file.lastPathComponent)
          passages += 1
        }
      }
    }
    XCTAssertGreaterThan(passages, 10)
  }

  private func content(_ part: Part) -> ModelContent { ModelContent(role: .model, parts: [part]) }

  /// What a session makes of the pieces, also when the answer is no success.
  private func answer(of chunks: [GenerateContentResponse]) async -> GenerateContentResponse {
    let session = GenerativeModelSession(
      model: ScriptedModel("scripted", answers: [.chunks(chunks)])
    )
    do {
      return try await session.streamResponse(to: "Hi").collect().rawResponse
    } catch {
      return (error as? GenerationError)?.partialResponse ?? .init()
    }
  }
}

/// What two responses to one prompt have in common.
private struct Likeness: Equatable {
  var text: String
  var thoughts: String?
  var calls: [FunctionCall]
  var signatures: [String]
  var finishReason: FinishReason?
  var candidates: [Candidate]
  var feedback: PromptFeedback?
  var usage: UsageMetadata?

  init(_ response: GenerateContentResponse) {
    text = response.text
    thoughts = response.thoughtSummary
    calls = response.functionCalls
    signatures = response.candidates.flatMap { $0.content.parts.compactMap(\.thoughtSignature) }
    finishReason = response.candidates.first?.finishReason
    candidates = response.candidates.map { candidate in
      var candidate = candidate
      candidate.content = ModelContent(role: candidate.content.role)
      return candidate
    }
    feedback = response.promptFeedback
    usage = response.usageMetadata
  }
}

extension GenerateContentResponse {
  /// The response as a stream: each text cut, and what is no content in the last piece.
  fileprivate func cut(every size: Int) -> [GenerateContentResponse] {
    guard let candidate = candidates.first else { return [self] }
    var pieces: [GenerateContentResponse] = []
    func add(_ part: Part) {
      let content = ModelContent(role: candidate.content.role, parts: [part])
      pieces.append(.init(candidates: [.init(content: content, index: candidate.index)]))
    }
    for part in candidate.content.parts {
      guard let text = part.text, part.thoughtSignature == nil, !text.isEmpty else {
        add(part)
        continue
      }
      var rest = Substring(text)
      while !rest.isEmpty {
        add(Part(.text(String(rest.prefix(size))), isThought: part.isThought))
        rest = rest.dropFirst(size)
      }
    }
    var last = self
    last.candidates[0].content.parts = []
    return pieces + [last]
  }
}
