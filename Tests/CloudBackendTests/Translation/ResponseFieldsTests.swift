import Foundation
import HybridInference
import TestSupport
import XCTest

@testable import CloudBackend

/// Fields that the API documents and no recorded answer holds.
final class ResponseFieldsTests: XCTestCase {
  private func response(_ json: String) throws -> GenerateContentResponse {
    GenerateContentResponse(try Wire.Response.decode(Data(json.utf8)))
  }

  func testLogProbabilities() throws {
    let response = try response(
      #"""
      {"candidates": [{"tokenCount": 2, "avgLogprobs": -0.25, "logprobsResult": {
        "logProbabilitySum": -0.5,
        "chosenCandidates": [{"token": "Hi", "tokenId": 7, "logProbability": -0.5}, {"token": "!"}],
        "topCandidates": [{"candidates": [{"token": "Hi", "logProbability": -0.5},
          {"token": "Ho", "logProbability": -2}]}, {}]}}]}
      """#
    )
    let candidate = try XCTUnwrap(response.candidates.first)
    XCTAssertEqual(candidate.tokenCount, 2)
    XCTAssertEqual(candidate.averageLogProbability, -0.25)
    XCTAssertEqual(
      candidate.logProbabilities,
      LogProbabilities(
        chosenTokens: [
          .init(text: "Hi", id: 7, logProbability: -0.5), .init(text: "!", logProbability: 0),
        ],
        topTokens: [
          [.init(text: "Hi", logProbability: -0.5), .init(text: "Ho", logProbability: -2)], [],
        ],
        sum: -0.5
      )
    )
  }

  func testStatusTimeAndTraffic() throws {
    let response = try response(
      #"""
      {"createTime": "2025-05-01T18:48:57.671056Z", "usageMetadata": {"trafficType": "FUTURE"},
       "modelStatus": {"modelStage": "DEPRECATED", "retirementTime": "2026-01-01T00:00:00Z",
         "message": "Use another one."}}
      """#
    )
    XCTAssertEqual(
      response.createTime?.timeIntervalSince1970 ?? 0,
      1_746_125_337.671056,
      accuracy: 1e-6
    )
    XCTAssertEqual(response.usageMetadata?.trafficType, TrafficType(rawValue: "FUTURE"))
    XCTAssertEqual(response.modelStatus?.stage, .deprecated)
    XCTAssertEqual(response.modelStatus?.retirementTime, Date(timeIntervalSince1970: 1_767_225_600))
    XCTAssertEqual(response.modelStatus?.message, "Use another one.")
    // A time that cannot be read is no reason to lose the answer.
    XCTAssertNil(try self.response(#"{"createTime": "yesterday"}"#).createTime)
  }

  func testEverySourceOfGrounding() throws {
    let response = try response(
      #"""
      {"candidates": [{"groundingMetadata": {
        "imageSearchQueries": ["cat"], "retrievalQueries": ["dog"],
        "retrievalMetadata": {"googleSearchDynamicRetrievalScore": 0.75},
        "searchEntryPoint": {"renderedContent": "<b>", "sdkBlob": "W10="},
        "groundingChunks": [
          {"image": {"sourceUri": "s", "imageUri": "i", "title": "t", "domain": "d"}},
          {"maps": {"placeId": "places/1", "placeAnswerSources": {"reviewSnippets": [
            {"reviewId": "r", "googleMapsUri": "g", "title": "t"}]}}},
          {"retrievedContext": {"documentName": "n", "fileSearchStore": "f", "pageNumber": 3,
            "customMetadata": [{"key": "k", "stringValue": "v"}]}}],
        "groundingSupports": [{"renderedParts": [1]}]}}]}
      """#
    )
    let grounding = try XCTUnwrap(response.candidates.first?.groundingMetadata)
    XCTAssertEqual(grounding.imageSearchQueries, ["cat"])
    XCTAssertEqual(grounding.retrievalQueries, ["dog"])
    XCTAssertEqual(grounding.retrievalMetadata?.googleSearchDynamicRetrievalScore, 0.75)
    XCTAssertEqual(
      grounding.searchEntryPoint,
      .init(renderedContent: "<b>", sdkBlob: Data("[]".utf8))
    )
    let (image, place, document) = (
      grounding.groundingChunks[0].image, grounding.groundingChunks[1].maps,
      grounding.groundingChunks[2].retrievedContext
    )
    XCTAssertEqual(image, .init(sourceURI: "s", imageURI: "i", title: "t", domain: "d"))
    XCTAssertEqual(
      place?.reviewSnippets,
      [.init(reviewID: "r", googleMapsURI: "g", title: "t")]
    )
    XCTAssertEqual(document?.documentName, "n")
    XCTAssertEqual(document?.fileSearchStore, "f")
    XCTAssertEqual(document?.pageNumber, 3)
    XCTAssertEqual(document?.customMetadata, [["key": "k", "stringValue": "v"]])
    XCTAssertEqual(grounding.groundingSupports.first?.renderedParts, [1])
  }

  func testRatingsAndCounts() throws {
    let response = try response(
      #"""
      {"candidates": [{"safetyRatings": [{"overwrittenThreshold": "BLOCK_NONE"}]}]}
      """#
    )
    let rating = response.candidates.first?.safetyRatings.first
    XCTAssertEqual(rating?.overwrittenThreshold, "BLOCK_NONE")
    let count = CountTokensResponse(
      try Wire.CountTokensResponse.decode(
        Data(
          #"{"totalTokens": 9, "cacheTokensDetails": [{"modality": "TEXT", "tokenCount": 4}]}"#.utf8
        )
      )
    )
    XCTAssertEqual(count.cacheTokensDetails, [.init(modality: .text, tokenCount: 4)])
  }
}
