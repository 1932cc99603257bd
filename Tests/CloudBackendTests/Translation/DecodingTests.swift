import Foundation
import HybridInference
import TestSupport
import XCTest

@testable import CloudBackend

/// What servers really leave out, add and misspell.
final class DecodingTests: XCTestCase {
  /// The answer, whole and as the only message of a stream: both are the same.
  private func answer(
    _ json: String,
    line: UInt = #line
  ) async throws -> GenerateContentResponse {
    let whole = try await PlayedTransport.whole(json).model().generateContent(.prompt("Hi"))
    let stream = try await PlayedTransport.stream(json).model().streamContent(.prompt("Hi"))
      .collected()
    XCTAssertEqual(stream.count, 1, line: line)
    XCTAssertEqual(stream.first?.candidates, whole.candidates, line: line)
    XCTAssertEqual(stream.first?.usageMetadata, whole.usageMetadata, line: line)
    XCTAssertEqual(stream.first?.promptFeedback, whole.promptFeedback, line: line)
    return whole
  }

  private func candidate(_ fields: String, line: UInt = #line) async throws -> Candidate {
    let response = try await answer(#"{"candidates": [{\#(fields)}]}"#, line: line)
    return try XCTUnwrap(response.candidates.first, line: line)
  }

  /// Every field of a citation may be missing (D1).
  func testCitationsMayLackAnyField() async throws {
    let fields = [
      #""startIndex": 3"#, #""endIndex": 7"#, #""uri": "u""#, #""title": "t""#,
      #""license": "mit""#, #""publicationDate": {"year": 2020}"#,
    ]
    for list in ["citations", "citationSources"] {
      for left in 0..<(1 << fields.count) {
        let kept = fields.indices.filter { left & 1 << $0 != 0 }.map { fields[$0] }
        let candidate = try await candidate(
          #""citationMetadata": {"\#(list)": [{\#(kept.joined(separator: ","))}]}"#
        )
        let citation = try XCTUnwrap(candidate.citationMetadata?.citations.first)
        XCTAssertEqual(citation.startIndex, left & 1 != 0 ? 3 : 0)
        XCTAssertEqual(citation.endIndex, left & 2 != 0 ? 7 : nil)
        XCTAssertEqual(citation.uri, left & 4 != 0 ? "u" : nil)
        XCTAssertEqual(citation.publicationDate, left & 32 != 0 ? "2020" : nil)
      }
    }
    for empty in ["{}", #"{"citations": []}"#] {
      let candidate = try await candidate(#""citationMetadata": \#(empty)"#)
      XCTAssertEqual(candidate.citationMetadata?.citations, [])
    }
  }

  /// Counts that are missing are 0 (D2).
  func testCountsThatAreMissingAreZero() async throws {
    for list in [
      "promptTokensDetails", "cacheTokensDetails", "candidatesTokensDetails",
      "toolUsePromptTokensDetails",
    ] {
      let response = try await answer(
        #"{"usageMetadata": {"\#(list)": [{"modality": "TEXT"}, {"tokenCount": 2}, {}]}}"#
          .replacing("{\"usage", with: "{\"candidates\": [{}], \"usage")
      )
      let usage = try XCTUnwrap(response.usageMetadata)
      XCTAssertEqual(usage.totalTokenCount, 0)
      let details = [
        usage.promptTokensDetails, usage.cacheTokensDetails, usage.candidatesTokensDetails,
        usage.toolUsePromptTokensDetails,
      ].flatMap(\.self)
      XCTAssertEqual(details.map(\.tokenCount), [0, 2, 0], list)
      XCTAssertEqual(details.map(\.modality), [.text, .unspecified, .unspecified], list)
    }
  }

  /// Nothing of a candidate is needed (D4).
  func testCandidatesMayLackAnything() async throws {
    for fields in ["", #""content": {}"#, #""content": {"role": "model"}"#, #""index": 0"#] {
      let candidate = try await candidate(fields)
      XCTAssertEqual(candidate.index, 0)
      XCTAssertEqual(candidate.content, ModelContent(role: .model))
      XCTAssertNil(candidate.finishReason)
    }
    let parts = try await candidate(#""content": {"parts": [{"text": "a"}]}"#)
    XCTAssertEqual(parts.content, ModelContent(role: .model, parts: [.text("a")]))
    for fields in [
      #""safetyRatings": [{}]"#, #""groundingMetadata": {}"#, #""urlContextMetadata": {}"#,
      #""groundingMetadata": {"groundingChunks": [{}], "groundingSupports": [{"segment": {}}, {}]}"#,
      #""urlContextMetadata": {"urlMetadata": [{}]}"#,
    ] {
      _ = try await candidate(fields)
    }
  }

  /// All tokens went into thinking (D5): an empty answer, no error.
  func testThinkingMayUseUpAllTokens() async throws {
    let json = #"""
      {"candidates": [{"content": {"role": "model"}, "finishReason": "MAX_TOKENS", "index": 0}],
       "usageMetadata": {"promptTokenCount": 5, "totalTokenCount": 70, "thoughtsTokenCount": 65}}
      """#.split(separator: "\n").joined()
    for streams in [false, true] {
      let transport = streams ? PlayedTransport.stream(json) : .whole(json)
      let session = GenerativeModelSession(model: transport.model())
      let response = try await session.answer("Hi", streams: streams)
      XCTAssertEqual(response.content, "")
      XCTAssertEqual(response.rawResponse.candidates.first?.finishReason, .maxTokens)
      XCTAssertEqual(response.rawResponse.usageMetadata?.thoughtsTokenCount, 65)
      XCTAssertEqual(session.transcript.count, 2)
    }
  }

  /// A candidate that stopped for another reason is an error, with or without content (D6, D8).
  func testOtherFinishReasonsAreErrors() async throws {
    let reasons = [
      "MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL", "SAFETY", "OTHER", "BRAND_NEW_REASON",
      "FINISH_REASON_UNSPECIFIED",
    ]
    for reason in reasons {
      for content in ["", #""content": {}, "#, #""content": {"parts": [{"text": "a"}]}, "#] {
        let json = #"{"candidates": [{\#(content)"finishReason": "\#(reason)"}]}"#
        for streams in [false, true] {
          let transport = streams ? PlayedTransport.stream(json) : .whole(json)
          let session = GenerativeModelSession(model: transport.model())
          await assertThrows(try await session.answer("Hi", streams: streams)) { error in
            guard case GenerationError.responseStoppedEarly(let stop, let partial) = error else {
              return XCTFail("\(reason) \(content): \(error)")
            }
            XCTAssertEqual(stop.rawValue, reason)
            XCTAssertEqual(partial.text, content.contains("text") ? "a" : "")
          }
          XCTAssertTrue(session.transcript.isEmpty)
        }
      }
    }
  }

  /// A malformed part fails the answer, wherever it stands among good ones (D7).
  func testAMalformedPartIsNotHidden() async throws {
    let bad = [
      #"{"text": 5}"#, #"{"text": null}"#, #"{"functionCall": {"args": {}}}"#,
      #"{"functionCall": "f"}"#, #"{"inlineData": {"mimeType": "image/png"}}"#,
      #"{"inlineData": {"mimeType": "image/png", "data": "%%%"}}"#, #"{"fileData": {}}"#,
      #""text""#, "1", "null", "[]", #"{"text": "a", "thought": "yes"}"#,
      #"{"text": "a", "thoughtSignature": 1}"#,
    ]
    for part in bad {
      for parts in [[part, #"{"text": "b"}"#], [#"{"text": "a"}"#, part]] {
        let list = parts.joined(separator: ",")
        let json = #"{"candidates": [{"content": {"parts": [\#(list)]}, "finishReason": "STOP"}]}"#
        for streams in [false, true] {
          let transport = streams ? PlayedTransport.stream(json) : .whole(json)
          await assertThrows(
            try await GenerativeModelSession(model: transport.model()).answer(
              "Hi",
              streams: streams
            )
          ) { error in
            guard case GenerationError.decodingFailure = error else {
              return XCTFail("\(part): \(error)")
            }
          }
        }
      }
    }
  }

  /// What is unknown keeps its raw value, is saved with the conversation and goes back (D8).
  func testUnknownValuesAreKept() async throws {
    let json = #"""
      {"candidates": [{"content": {"role": "model", "parts": [{"text": "a"},
      {"hologram": {"depth": 3, "name": "x"}, "thoughtSignature": "c2ln"},
      {"executableCode": {"language": "COBOL", "code": "1"}},
      {"codeExecutionResult": {"outcome": "OUTCOME_ODD"}}]}, "finishReason": "STOP",
      "safetyRatings": [{"category": "HARM_NEW", "probability": "ODD", "severity": "ODDER"}],
      "urlContextMetadata": {"urlMetadata": [{"urlRetrievalStatus": "NEW_STATUS"}]}}],
      "promptFeedback": {"safetyRatings": []}, "newField": {"a": 1},
      "usageMetadata": {"promptTokensDetails": [{"modality": "SMELL", "tokenCount": 1}]}}
      """#.split(separator: "\n").joined()
    let transport = PlayedTransport.whole(json)
    let session = GenerativeModelSession(model: transport.model())
    let response = try await session.respond(to: "Hi").rawResponse
    let rating = response.candidates.first?.safetyRatings.first
    XCTAssertEqual(rating?.category.rawValue, "HARM_NEW")
    XCTAssertEqual(rating?.probability.rawValue, "ODD")
    XCTAssertEqual(rating?.severity.rawValue, "ODDER")
    XCTAssertEqual(
      response.candidates.first?.urlContextMetadata?.urlMetadata.first?.retrievalStatus.rawValue,
      "NEW_STATUS"
    )
    XCTAssertEqual(
      response.usageMetadata?.promptTokensDetails.first?.modality.rawValue,
      "SMELL"
    )
    let saved = try JSONEncoder().encode(session.transcript)
    let restored = try JSONDecoder().decode(Transcript.self, from: saved)
    XCTAssertEqual(restored, session.transcript)
    let again = GenerativeModelSession(model: transport.model(), transcript: restored)
    try await again.respond(to: "More")
    let request = try Wire.Request(.conversation(Array(restored)), to: transport.model())
    let sent = try JSONDecoder().decode(GeneratedContent.self, from: JSONEncoder().encode(request))
    guard case .array(let contents)? = sent["contents"]?.kind,
      case .array(let parts)? = contents.last?["parts"]?.kind
    else { return XCTFail("\(sent)") }
    XCTAssertEqual(parts.count, 4)
    XCTAssertEqual(parts[1]["hologram"], ["depth": 3, "name": "x"])
    XCTAssertEqual(parts[1]["thoughtSignature"], "c2ln")
    XCTAssertEqual(parts[2]["executableCode"]?["language"], "COBOL")
  }

  /// An unknown reason for blocking is told as it is (D8).
  func testAnUnknownBlockReasonIsKept() async throws {
    let json = #"{"promptFeedback": {"blockReason": "BRAND_NEW", "blockReasonMessage": "no"}}"#
    for streams in [false, true] {
      let transport = streams ? PlayedTransport.stream(json) : .whole(json)
      await assertThrows(
        try await GenerativeModelSession(model: transport.model()).answer("Hi", streams: streams)
      ) { error in
        guard case GenerationError.promptBlocked(let response) = error else {
          return XCTFail("\(error)")
        }
        XCTAssertEqual(response.promptFeedback?.blockReason?.rawValue, "BRAND_NEW")
        XCTAssertEqual(response.promptFeedback?.blockReasonMessage, "no")
      }
    }
  }

  /// Texts of several parts are joined with nothing between; thoughts are no text (D9, C4).
  func testTextsAreJoinedWithNothingBetween() async throws {
    let candidate = try await answer(
      #"{"candidates": [{"content": {"parts": [{"text": "x", "thought": true}, {"text": "ab"},"#
        + #" {"text": ""}, {"text": " c"}, {"text": "y", "thought": true}, {"text": "d"}]}}]}"#
    )
    XCTAssertEqual(candidate.text, "ab cd")
    XCTAssertEqual(candidate.thoughtSummary, "xy")
  }
}
