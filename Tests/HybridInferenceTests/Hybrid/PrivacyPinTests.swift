import Foundation
import HybridInference
import TestSupport
import XCTest

/// A conversation that is pinned to the device: a cloud model that keeps all it is shown sees none of
/// it, whatever happens.
final class PrivacyPinTests: XCTestCase {
  private let secret = "my diagnosis"
  private let cloud = ScriptedModel(
    "cloud",
    answers: [.text(["From ", "afar, quite a long way indeed"])]
  )

  private var pin: HybridPolicy.Order {
    .keptOnDevice { [secret] in $0.allText.contains(secret) }
  }

  private func hybrid(
    _ device: ScriptedModel,
    _ policy: HybridPolicy = HybridPolicy(fallback: .onAnyError),
    clock: RouteClock? = nil
  ) -> HybridModel {
    var policy = policy
    policy.order = pin
    return HybridModel(
      primary: device,
      secondary: cloud,
      policy: policy,
      clock: clock ?? ManualClock().routeClock
    )
  }

  private func assertCloudSawNothing(_ message: String = "", line: UInt = #line) {
    for request in cloud.seen {
      let texts = request.transcript.map(\.text)
      XCTAssertFalse(texts.contains { $0.contains(secret) }, "\(message) \(texts)", line: line)
    }
  }

  /// Before the secret the cloud takes part; from then on never again.
  func testFromTheMatchOn() async throws {
    let device = ScriptedModel("device", source: .onDevice, unsupported: "everything")
    let session = GenerativeModelSession(model: hybrid(device))
    try await LogRecorder().record {
      let first = try await session.respond(to: "Hello").rawResponse.modelVersion
      XCTAssertEqual(first, "cloud")
      for streams in [false, true] {
        for prompt in ["Here is \(secret).", "And \(secret)?"] {
          await assertThrows(try await session.answer(prompt, streams: streams))
        }
        await assertThrows(try await session.countTokens("About \(secret)"))
      }
      let last = try await session.respond(to: "Something else").rawResponse.modelVersion
      XCTAssertEqual(last, "cloud")
    }
    XCTAssertEqual(cloud.seen.count, 2)
    assertCloudSawNothing()
  }

  /// What was said long ago counts: the whole of a conversation goes along with each request.
  func testAMatchInAnEarlierTurnCounts() async throws {
    let device = ScriptedModel(
      "device",
      source: .onDevice,
      answers: [.text(["I see."]), .failure(GenerationError.internalError)]
    )
    let session = GenerativeModelSession(model: hybrid(device))
    try await session.respond(to: "Here is \(secret).")
    for mode in [nil] + InferenceMode.allCases.map(Optional.some) {
      for streams in [false, true] {
        let options = ResponseGenerationOptions(inferenceMode: mode)
        await assertThrows(try await session.answer("Next", streams: streams, options: options))
      }
    }
    session.prewarm()
    XCTAssertTrue(cloud.seen.isEmpty)
    let count = try await session.countTokens("Next").totalTokens
    XCTAssertGreaterThan(count, 0)
    XCTAssertTrue(cloud.seen.isEmpty)
  }

  /// Whatever the cloud is nested in.
  func testNestedHybrids() async throws {
    let far = ScriptedModel("far", source: .onDevice, unsupported: "everything")
    let inner: [HybridModel] = [
      HybridModel(primary: cloud, secondary: far, policy: HybridPolicy(fallback: .onAnyError)),
      HybridModel(onDevice: far, inCloud: cloud, mode: .preferInCloud),
      HybridModel(
        primary: far,
        secondary: cloud,
        policy: HybridPolicy(order: .chosen { _ in .mode(.onlyInCloud) })
      ),
      HybridModel(
        primary: far,
        secondary: HybridModel(primary: far, secondary: cloud),
        policy: HybridPolicy(order: .secondaryFirst)
      ),
    ]
    for model in inner {
      let device = ScriptedModel("device", source: .onDevice, unsupported: "everything")
      let outer = HybridModel(
        primary: device,
        secondary: model,
        policy: HybridPolicy(fallback: .onAnyError, order: pin)
      )
      let session = GenerativeModelSession(
        model: outer,
        instructions: nil
      )
      try await LogRecorder().record {
        for streams in [false, true] {
          await assertThrows(try await session.answer("It is \(secret).", streams: streams))
        }
        await assertThrows(try await session.countTokens("It is \(secret)."))
      }
      GenerativeModelSession(
        model: outer,
        transcript: Transcript(entries: [
          .init(content: .init(role: .user, parts: [.text("It is \(secret).")]))
        ])
      ).prewarm()
    }
    XCTAssertTrue(cloud.seen.isEmpty)
  }

  /// Neither a hedge nor a deadline sends it there.
  func testHedgesAndDeadlines() async throws {
    let clock = ManualClock()
    for policy in [
      HybridPolicy(hedgeDelay: .seconds(1)), HybridPolicy(firstContentDeadline: .seconds(1)),
    ] {
      let gate = Gate()
      let device = ScriptedModel("device", source: .onDevice, answers: [.gated(gate, ["Late."])])
      let session = GenerativeModelSession(model: hybrid(device, policy, clock: clock.routeClock))
      let stream = session.streamResponse(to: "It is \(secret).")
      try await waitUntil("the device is asked") { !device.seen.isEmpty }
      XCTAssertEqual(clock.sleeperCount, 0, "there is nothing to wait for")
      clock.advance(by: .seconds(60))
      gate.open()
      let text = try await stream.collect().content
      XCTAssertEqual(text, "Late.")
    }
    XCTAssertTrue(cloud.seen.isEmpty)
  }

  /// An answer that was cut is not gone on with in the cloud: neither one to a secret prompt, nor one
  /// that has become secret itself.
  func testContinuations() async throws {
    for (prompt, start) in [("It is \(secret).", "Well, "), ("Hello", "You told me \(secret), ")] {
      let device = ScriptedModel("device", source: .onDevice, answers: [.cut(after: [start])])
      let policy = HybridPolicy(fallback: .onAnyError, continuesInterruptedStreams: true)
      let session = GenerativeModelSession(model: hybrid(device, policy))
      try await LogRecorder().record {
        await assertThrows(try await session.streamResponse(to: prompt).collect())
      }
      XCTAssertTrue(session.transcript.isEmpty)
    }
    XCTAssertTrue(cloud.seen.isEmpty)
  }

  /// Wherever in a conversation the secret is.
  func testAllThatAConversationHolds() async throws {
    let value = GeneratedContent(properties: [
      "list": .init(kind: .array([.init(kind: .string("it: \(secret)"))]))
    ])
    let name = GeneratedContent(properties: [secret: .init(kind: .null)])
    let parts: [Part] = [
      .text("So \(secret)"), Part(.text(secret), isThought: true),
      .functionCall(.init(name: "look", arguments: value)),
      .functionCall(.init(name: "look", arguments: name)),
      .functionCall(.init(name: secret)),
      .functionResponse(.init(name: "look", response: value)),
      Part(.executableCode(.init(language: .python, code: "print('\(secret)')"))),
      Part(.codeExecutionResult(.init(outcome: .ok, output: secret))),
      .inlineData(Data("It is \(secret).".utf8), mimeType: "text/plain"),
      .fileData(uri: "file:///\(secret)", mimeType: "text/plain"), Part(.unknown(value)),
    ]
    for part in parts {
      let device = ScriptedModel("device", source: .onDevice, unsupported: "everything")
      let entry = Transcript.Entry(content: ModelContent(role: .model, parts: [part]))
      let session = GenerativeModelSession(
        model: hybrid(device),
        transcript: Transcript(entries: [.init(content: ModelContent(parts: [.text("Hi")])), entry])
      )
      await assertThrows(try await session.respond(to: "And now?"))
      XCTAssertTrue(cloud.seen.isEmpty, "\(part)")
    }
    let device = ScriptedModel("device", source: .onDevice, unsupported: "everything")
    let session = GenerativeModelSession(model: hybrid(device), instructions: "Know \(secret).")
    await assertThrows(try await session.respond(to: "Hi"))
    XCTAssertTrue(cloud.seen.isEmpty)
  }

  /// A part with a signature stays one of its own, so that words can be cut anywhere.
  func testASecretThatIsSplitOverParts() async throws {
    for isThought in [false, true] {
      for cut in secret.indices.dropFirst() {
        let parts = [
          Part(.text(String(secret[..<cut])), isThought: isThought, thoughtSignature: "c2ln"),
          Part(.text("aside"), isThought: !isThought),
          Part(.text(String(secret[cut...])), isThought: isThought),
        ]
        let content = ModelContent(role: .model, parts: parts)
        XCTAssertTrue(content.allText.contains(content.text))
        let prompt = Transcript.Entry(content: ModelContent(parts: [.text("Hi")]))
        let device = ScriptedModel("device", source: .onDevice, unsupported: "everything")
        let session = GenerativeModelSession(
          model: hybrid(device),
          transcript: Transcript(entries: [prompt, .init(content: content)])
        )
        await assertThrows(try await session.respond(to: "And now?"))
        XCTAssertTrue(cloud.seen.isEmpty, "\(parts)")
      }
    }
  }

  /// What a tool gave can be secret too: the round after it stays on the device.
  func testResultsOfTools() async throws {
    let tool = ScriptedTool { [secret] _ in GeneratedContent(kind: .string(secret)) }
    let device = ScriptedModel(
      "device",
      source: .onDevice,
      answers: [.parts([.call()]), .failure(GenerationError.internalError)]
    )
    let order = HybridPolicy.Order.keptOnDevice { entry in
      entry.content.parts.contains { $0.functionResponse != nil }
    }
    let session = GenerativeModelSession(
      model: HybridModel(
        primary: device,
        secondary: cloud,
        policy: HybridPolicy(fallback: .onAnyError, order: order)
      ),
      tools: [tool]
    )
    await assertThrows(try await session.respond(to: "Look it up."))
    XCTAssertEqual(tool.cities, ["Rome"])
    XCTAssertTrue(cloud.seen.isEmpty)
  }
}
