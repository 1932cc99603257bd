import HybridInference
import TestSupport
import XCTest

final class StructuredRespondTests: XCTestCase {
  struct Stop: Generable, Equatable {
    var city: String
    var nights: Int
  }

  struct Trip: Generable, Equatable {
    var title: String
    var stops: [Stop]
    var note: String?
    static let guides: [String: GenerationGuide] = ["stops.nights": .init(range: 1...9)]
  }

  private static let trip = Trip(title: "West", stops: [.init(city: "Brest", nights: 2)])
  private static let json = #"{"title":"West","stops":[{"city":"Brest","nights":2}]}"#

  func testATypeIsAskedForWithItsSchemaAndDecoded() async throws {
    let (session, model) = Self.session([.text([Self.json])])

    let response = try await session.respond(to: "Plan", generating: Trip.self)
    let inferred: GenerativeModelSession.Response<Trip> = try await session.respond(
      to: "Plan",
      includeSchemaInPrompt: false
    )

    XCTAssertEqual(response.content, Self.trip)
    XCTAssertEqual(inferred.content, Self.trip)
    XCTAssertEqual(response.rawContent.jsonString, Self.json)
    XCTAssertEqual(response.rawContent["stops"]?[0]?["city"]?.stringValue, "Brest")
    XCTAssertEqual(response.rawResponse.modelVersion, "scripted")
    XCTAssertEqual(model.requests.map(\.schema), [Trip.generationSchema, Trip.generationSchema])
    XCTAssertEqual(model.requests.map(\.includeSchemaInPrompt), [true, false])
    XCTAssertEqual(session.transcript.map(\.text), ["Plan", Self.json, "Plan", Self.json])
  }

  func testASchemaByHand() async throws {
    let (session, model) = Self.session([.text([#" {"b":[1,2],"a":null} "#])])
    let schema = GenerationSchema.object(
      properties: ["a": .string(), "b": .array(items: .integer(minimum: 1))],
      optionalProperties: ["a"]
    )
    let response = try await session.respond(to: "Plan", schema: schema)
    XCTAssertEqual(try response.content.value([Int].self, forProperty: "b"), [1, 2])
    XCTAssertEqual(response.content.propertyNames, ["b", "a"])
    XCTAssertEqual(model.requests[0].schema, schema)
  }

  func testAStringTakesNoSchema() async throws {
    let (session, model) = Self.session([.text(["{ not JSON"])])
    let response = try await session.respond(to: "Hi", generating: String.self)
    XCTAssertEqual(response.content, "{ not JSON")
    var texts: [String] = []
    for try await snapshot in session.streamResponse(to: "Hi", generating: String.self) {
      texts.append(snapshot.content)
    }
    XCTAssertEqual(texts.last, "{ not JSON")
    XCTAssertEqual(model.requests.compactMap(\.schema), [])
  }

  func testOtherTypesWithoutANameOfTheirOwn() async throws {
    let (session, _) = Self.session([
      .text(["7"]), .text(["true"]), .text([#"["a","b"]"#]), .text(["[" + Self.json + "]"]),
      .text([#"{"x":1}"#]),
    ])
    let number = try await session.respond(to: "Hi", generating: Int.self)
    let truth = try await session.respond(to: "Hi", generating: Bool.self)
    let texts = try await session.respond(to: "Hi", generating: [String].self)
    let trips = try await session.respond(to: "Hi", generating: [Trip].self)
    let any = try await session.respond(to: "Hi", generating: GeneratedContent.self)
    XCTAssertEqual(number.content, 7)
    XCTAssertTrue(truth.content)
    XCTAssertEqual(texts.content, ["a", "b"])
    XCTAssertEqual(trips.content, [Self.trip])
    XCTAssertEqual(any.content, ["x": 1])
  }

  func testAnswersThatDoNotFitAreDecodingFailuresWithPathAndKinds() async throws {
    let cases = [
      (
        #"{"title":"West","stops":[{"city":"Brest","nights":"two"}]}"#,
        #"stops[0].nights: expected a whole number, got a text: "two""#
      ),
      (
        #"{"title":"West","stops":[{"city":"Brest","nights":10}]}"#,
        "stops[0].nights: expected a whole number from 1 to 9, got a whole number: 10"
      ),
      (#"{"title":"West","stops":[{"city":"Brest"}]}"#, "stops[0].nights: is missing"),
      (#"{"stops":[]}"#, "title: is missing"),
      ("[]", "the value: expected an object, got an array"),
      ("", "it is empty"), ("Here you are: {}", "not valid JSON"),
      ("```json\n" + Self.json + "\n```", "not valid JSON"), (Self.json + Self.json, "follows"),
      (String(Self.json.dropLast()), "ends too soon"),
    ]
    for (text, reason) in cases {
      let (session, _) = Self.session([.text([text])])
      func check(_ error: any Error) {
        guard case GenerationError.decodingFailure(let actual, let partial) = error else {
          return XCTFail("\(error)")
        }
        XCTAssertTrue(actual.contains(reason), "\(actual), not \(reason)")
        XCTAssertEqual(partial?.text ?? "", text)
        XCTAssertFalse("\(error)".contains("my secret"))
      }
      await assertThrows(try await session.respond(to: "my secret", generating: Trip.self), check)
      await assertThrows(
        try await session.streamResponse(to: "my secret", generating: Trip.self).collect(),
        check
      )
      XCTAssertEqual(session.transcript.count, 0)
      XCTAssertFalse(session.isResponding)
    }
  }

  func testWhatWasCutIsADecodingFailureWithThePartialContent() async throws {
    let cut = ScriptedModel.chunk(#"{"title":"We"#, finishReason: .maxTokens)
    let (session, _) = Self.session([.chunks([cut])])
    func check(_ error: any Error) {
      guard case GenerationError.decodingFailure(let reason, _) = error else {
        return XCTFail("\(error)")
      }
      XCTAssertTrue(reason.contains("cut at the limit of tokens"), reason)
      let failure = error as? GenerationError
      XCTAssertEqual(failure?.partialResponse?.text, #"{"title":"We"#)
      XCTAssertEqual(failure?.partialContent?["title"]?.stringValue, "We")
      XCTAssertEqual(failure?.partialContent?.isComplete, false)
    }
    await assertThrows(try await session.respond(to: "Hi", generating: Trip.self), check)
    await assertThrows(try await session.respond(to: "Hi", schema: .any()), check)
    await assertThrows(
      try await session.streamResponse(to: "Hi", generating: Trip.self).collect(),
      check
    )
    for (text, isCut) in [("12", true), ("[1]", false), ("", true)] {
      let chunk = ScriptedModel.chunk(text, finishReason: .maxTokens)
      let (session, _) = Self.session([.chunks([chunk])])
      if isCut {
        await assertThrows(try await session.respond(to: "Hi", schema: .any())) { error in
          XCTAssertTrue("\(error)".contains("cut"), "\(error)")
        }
      } else {
        _ = try await session.respond(to: "Hi", schema: .any())
      }
    }
  }

  func testBadSchemasAndGuidesAreRefusedBeforeTheModelIsAsked() async throws {
    struct Misspelt: Generable {
      var title: String
      static let guides: [String: GenerationGuide] = ["titel": .init(description: "x")]
    }
    let (session, model) = Self.session([.text(["{}"])])
    let schemas: [GenerationSchema] = [
      .enumeration([]), .anyOf([]), .integer(minimum: 2, maximum: 1), .string(pattern: "("),
      .reference(to: "Nobody"), .array(items: .string(), minItems: 3, maxItems: 2),
      .reference(to: "A").defining(["A": .anyOf([.reference(to: "A"), .string()])]),
      .object(properties: ["a": .string()], optionalProperties: ["b"]),
      .object(properties: [
        "a": .array(items: .object(properties: ["b": .double(minimum: 1, maximum: 0)]))
      ]),
    ]
    func check(_ error: any Error) {
      guard case GenerationError.invalidRequest(field: "schema", _) = error else {
        return XCTFail("\(error)")
      }
    }
    for schema in schemas {
      await assertThrows(try await session.respond(to: "Hi", schema: schema), check)
      await assertThrows(
        try await session.streamResponse(to: "Hi", schema: schema).collect(),
        check
      )
    }
    await assertThrows(try await session.respond(to: "Hi", generating: Misspelt.self)) { error in
      check(error)
      XCTAssertTrue("\(error)".contains("“titel”"), "\(error)")
    }
    XCTAssertTrue(model.requests.isEmpty)
    XCTAssertFalse(session.isResponding)
  }

  func testOneRepairIsAnOption() async throws {
    let bad = #"{"title":1}"#
    let (session, model) = Self.session([.text([bad]), .text([Self.json])])
    let options = GenerationConfig(temperature: 0)

    let response = try await session.respond(
      to: "Plan",
      generating: Trip.self,
      options: options.repairingStructuredOutput()
    )

    XCTAssertEqual(response.content, Self.trip)
    XCTAssertEqual(session.transcript.map(\.text), ["Plan", Self.json])
    let repair = model.requests[1]
    XCTAssertEqual(repair.transcript.map(\.content.role), [.user, .model, .user])
    XCTAssertEqual(repair.transcript[1].text, bad)
    XCTAssertTrue(repair.transcript[2].text.contains("title: expected a text"))
    XCTAssertEqual(repair.schema, Trip.generationSchema)
    XCTAssertEqual(repair.options.gemini, options)

    let (second, stubborn) = Self.session([.text([bad])])
    await assertThrows(
      try await second.respond(
        to: "Plan",
        generating: Trip.self,
        options: .default.repairingStructuredOutput()
      )
    ) { error in
      guard case GenerationError.decodingFailure = error else { return XCTFail("\(error)") }
    }
    XCTAssertEqual(stubborn.requests.count, 2)
    XCTAssertEqual(second.transcript.count, 0)
  }

  func testAHybridWhoseDeviceKnowsNoSchemasAnswersFromTheCloud() async throws {
    let device = ScriptedModel("device", source: .onDevice, unsupported: "schemas")
    let cloud = ScriptedModel("cloud", answers: [.text([Self.json])])
    let session = GenerativeModelSession(model: .hybridModel(primary: device, secondary: cloud))

    let response = try await session.respond(to: "Plan", generating: Trip.self)
    let streamed = try await session.streamResponse(to: "Plan", generating: Trip.self).collect()

    for response in [response, streamed] {
      XCTAssertEqual(response.content, Self.trip)
      XCTAssertEqual(response.rawResponse.modelVersion, "cloud")
      XCTAssertEqual(response.rawResponse.route.map(\.modelName), ["device", "cloud"])
    }
    XCTAssertTrue(device.requests.isEmpty)
  }

  private static func session(
    _ answers: [ScriptedModel.Answer]
  ) -> (GenerativeModelSession, ScriptedModel) {
    let model = ScriptedModel("scripted", answers: answers)
    return (GenerativeModelSession(model: model), model)
  }
}
