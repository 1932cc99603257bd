import Foundation
import HybridInference
import TestSupport
import XCTest

@testable import CloudBackend

final class ConfigTests: CloudTestCase {
  private var everything: GenerationConfig {
    GenerationConfig(
      temperature: 0.8,
      topP: 0.9,
      topK: 40,
      candidateCount: 1,
      maxOutputTokens: 100,
      presencePenalty: -2,
      frequencyPenalty: 1.9,
      stopSequences: ["END", "é"],
      seed: -7,
      responseMIMEType: "application/json",
      responseSchema: .object(properties: ["a": .string(), "b": .array(items: .integer())]),
      responseModalities: [.text],
      thinkingConfig: ThinkingConfig(thinkingBudget: 128, includeThoughts: true),
      imageConfig: ImageConfig(aspectRatio: "16:9", imageSize: "2K"),
      mediaResolution: .low,
      speechConfig: SpeechConfig(voiceName: "Kore", languageCode: "en-US"),
      responseLogprobs: true,
      logprobs: 3,
      enableEnhancedCivicAnswers: false
    )
  }

  func testSendsEveryField() async throws {
    let model = try model(config: everything)
    _ = try await model.generateContent(.prompt("Hi"))
    _ = try await model.countTokens(.prompt("Hi"))
    let bodies = try await server?.requests().compactMap(\.body) ?? []
    XCTAssertEqual(bodies.count, 2)
    let sent = bodies.first?["generationConfig"]
    XCTAssertEqual(sent?["temperature"]?.kind, .number(0.8))
    XCTAssertEqual(sent?["topP"]?.kind, .number(0.9))
    XCTAssertEqual(sent?["topK"]?.kind, .integer(40))
    XCTAssertEqual(sent?["maxOutputTokens"]?.kind, .integer(100))
    XCTAssertEqual(sent?["presencePenalty"]?.kind, .integer(-2))
    XCTAssertEqual(sent?["frequencyPenalty"]?.kind, .number(1.9))
    XCTAssertEqual(sent?["stopSequences"], ["END", "é"])
    XCTAssertEqual(sent?["seed"], -7)
    XCTAssertEqual(sent?["responseMimeType"], "application/json")
    XCTAssertEqual(sent?["responseJsonSchema"]?["type"], "object")
    XCTAssertEqual(sent?["responseModalities"], ["TEXT"])
    XCTAssertEqual(sent?["thinkingConfig"], ["thinkingBudget": 128, "includeThoughts": true])
    XCTAssertEqual(sent?["imageConfig"], ["aspectRatio": "16:9", "imageSize": "2K"])
    XCTAssertEqual(sent?["mediaResolution"], "MEDIA_RESOLUTION_LOW")
    XCTAssertEqual(
      sent?["speechConfig"],
      [
        "voiceConfig": ["prebuiltVoiceConfig": ["voiceName": "Kore"]], "languageCode": "en-US",
      ]
    )
    XCTAssertEqual(sent?["responseLogprobs"], true)
    XCTAssertEqual(sent?["logprobs"], 3)
    XCTAssertEqual(sent?["enableEnhancedCivicAnswers"], false)
    XCTAssertNotNil(bodies.last?["generateContentRequest"]?["generationConfig"])
  }

  func testSendsTheVoicesOfSpeakers() async throws {
    let voices = [SpeechConfig.SpeakerVoice(speaker: "Joe", voiceName: "Puck")]
    let config = GenerationConfig(speechConfig: SpeechConfig(speakerVoices: voices))
    _ = try await model(config: config).generateContent(.prompt("Hi"))
    let sent = try await server?.requests().first?.body?["generationConfig"]?["speechConfig"]
    let voice: GeneratedContent = ["prebuiltVoiceConfig": ["voiceName": "Puck"]]
    XCTAssertEqual(
      sent,
      [
        "multiSpeakerVoiceConfig": [
          "speakerVoiceConfigs": [["speaker": "Joe", "voiceConfig": voice]]
        ]
      ]
    )
  }

  func testSendsNoConfigWhereNothingIsSet() async throws {
    _ = try await model(config: .init()).generateContent(.prompt("Hi"))
    let body = try await server?.requests().first?.body
    XCTAssertEqual(body?["contents"], [["role": "user", "parts": [["text": "Hi"]]]])
    guard case .structure(_, ["contents"])? = body?.kind else { return XCTFail("\(body as Any)") }
  }

  func testTheRequestWinsFieldByField() async throws {
    let model = try model(config: GenerationConfig(temperature: 1, topK: 3))
    _ = try await model.generateContent(
      .prompt("Hi", config: GenerationConfig(temperature: 0.5, seed: 1))
    )
    let sent = try await server?.requests().first?.body?["generationConfig"]
    XCTAssertEqual(sent, ["temperature": 0.5, "topK": 3, "seed": 1])
  }

  func testAThinkingLevelIsSent() async throws {
    let config = GenerationConfig(thinkingConfig: ThinkingConfig(thinkingLevel: .low))
    let model = try model(name: "gemini-3-flash-preview", config: config)
    _ = try await model.generateContent(.prompt("Hi"))
    let sent = try await server?.requests().first?.body?["generationConfig"]
    XCTAssertEqual(sent, ["thinkingConfig": ["thinkingLevel": "LOW"]])
    for (level, name) in [
      (ThinkingLevel.minimal, "MINIMAL"), (.low, "LOW"), (.medium, "MEDIUM"), (.high, "HIGH"),
    ] {
      let config = GenerationConfig(thinkingConfig: .init(thinkingLevel: level))
      _ = try await model.generateContent(.prompt("Hi", config: config))
      let sent = try await server?.requests().last?.body?["generationConfig"]
      XCTAssertEqual(sent?["thinkingConfig"]?["thinkingLevel"]?.stringValue, name)
    }
  }

  func testASchemaOfTheRequestMakesTheAnswerJSON() async throws {
    let schema = GenerationSchema.object(
      properties: ["name": .string(), "kind": .enumeration(["x", "y"])])
    let response = try await model(config: .init(responseMIMEType: "text/plain"))
      .generateContent(.prompt("Hi", schema: schema))
    let answer = try GeneratedContent(json: response.text)
    XCTAssertEqual(answer["kind"], "x")
    let sent = try await server?.requests().first?.body?["generationConfig"]
    XCTAssertEqual(sent?["responseMimeType"], "application/json")
    XCTAssertEqual(sent?["responseJsonSchema"]?["propertyOrdering"], ["name", "kind"])
  }

  func testAnEnumerationIsAnsweredAsText() async throws {
    let config = GenerationConfig(
      responseMIMEType: "text/x.enum",
      responseSchema: .enumeration(["one", "two"])
    )
    let response = try await model(config: config).generateContent(.prompt("Hi"))
    XCTAssertEqual(response.text, "one")
  }

  func testValuesOutOfRangeAreRefusedBeforeSending() async throws {
    var levelAndBudget = ThinkingConfig(thinkingBudget: 1)
    levelAndBudget.thinkingLevel = .low
    var voices = SpeechConfig(voiceName: "Kore")
    voices.speakerVoices = [.init(speaker: "Joe", voiceName: "Puck")]
    let cases: [(String, GenerationConfig)] = [
      ("temperature", .init(temperature: -0.1)), ("temperature", .init(temperature: 2.1)),
      ("temperature", .init(temperature: .nan)), ("topP", .init(topP: 1.1)),
      ("topP", .init(topP: -.infinity)), ("topK", .init(topK: 0)), ("topK", .init(topK: .max)),
      ("candidateCount", .init(candidateCount: 0)), ("candidateCount", .init(candidateCount: 9)),
      ("maxOutputTokens", .init(maxOutputTokens: 0)),
      ("presencePenalty", .init(presencePenalty: 2)),
      ("frequencyPenalty", .init(frequencyPenalty: -2.1)),
      ("stopSequences", .init(stopSequences: ["1", "2", "3", "4", "5", "6"])),
      ("stopSequences", .init(stopSequences: [""])), ("seed", .init(seed: .max)),
      ("responseMIMEType", .init(responseMIMEType: "")),
      ("responseSchema", .init(responseMIMEType: "text/plain", responseSchema: .string())),
      ("responseSchema", .init(responseMIMEType: "text/x.enum", responseSchema: .string())),
      ("thinkingBudget", .init(thinkingConfig: .init(thinkingBudget: -2))),
      ("thinkingBudget", .init(thinkingConfig: .init(thinkingBudget: 40_000))),
      ("thinkingConfig", .init(thinkingConfig: levelAndBudget)),
      ("presencePenalty", .init(presencePenalty: -2.1)),
      ("frequencyPenalty", .init(frequencyPenalty: .infinity)), ("seed", .init(seed: .min)),
      ("maxOutputTokens", .init(maxOutputTokens: .max)), ("topP", .init(topP: .nan)),
      ("logprobs", .init(logprobs: 3)),
      ("logprobs", .init(responseLogprobs: true, logprobs: 21)),
      ("speechConfig", .init(speechConfig: voices)),
    ]
    for (field, config) in cases {
      for request in [ModelRequest.prompt("Hi", config: config)] {
        await assertThrows(try await model().generateContent(request)) { check($0, field) }
        await assertThrows(try await model().streamContent(request).collected()) {
          check($0, field)
        }
        await assertThrows(try await model().countTokens(request)) { check($0, field) }
      }
    }
    let sent = try await server?.requests().count
    XCTAssertEqual(sent, 0)
  }

  private func check(_ error: any Error, _ field: String) {
    guard case .invalidRequest(field, _)? = error as? GenerationError else {
      return XCTFail("\(error), not about \(field)")
    }
  }
}
